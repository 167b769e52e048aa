// A game of the reader against bots.

import { get, post, remove } from "./api.js";
import { Ask } from "./ask.js";
import { button, drawCard, drawCards, drawMove, element, groups, spoken } from "./cards.js";
import { announce, errorText, keep, kept, kindName, onLanguage, showError, signed, t } from "./text.js";

const find = (id) => document.getElementById(id);
const CHECK_PAUSE = 120;

export class Play {
  constructor({ toRecord }) {
    this.toRecord = toRecord;
    this.state = null;
    this.selected = new Set();
    this.readings = [];
    this.says = "";
    this.game = 0;
    this.calls = 0;
    this.stuck = false;
    this.ask = new Ask(find("play-ask"), {
      kinds: ["legal", "odds"],
      of: () => ({ game: this.state.id }),
      pick: (move) => this.choose(move),
      instant: () => this.state && this.state.turn === this.state.seat && { kind: "legal", result: this.state.legal_moves },
    });
    find("new-game").addEventListener("submit", (event) => { event.preventDefault(); this.begin(); });
    find("settings").addEventListener("click", () => this.unfold(!find("new-game").classList.contains("open")));
    find("play-rules").addEventListener("change", () => this.offerSeats());
    onLanguage(() => this.show());
  }

  offerSeats() {
    const players = Number(find("play-rules").selectedOptions[0].dataset.players);
    const kept = find("play-seat").value;
    find("play-seat").replaceChildren(...Array.from({ length: players }, (_, seat) => new Option(seat, seat)));
    find("play-seat").value = kept && Number(kept) < players ? kept : "0";
  }

  // A page that is loaded again goes on with its game, as long as the board keeps it.
  async resume() {
    const id = kept("sessionStorage", "game");
    if (!id) return;
    try {
      this.take(await get(`/api/games/${encodeURIComponent(id)}`));
    } catch {
      keep("sessionStorage", "game", "");
    }
  }

  // On a phone the choices make room for the table while a game runs.
  unfold(open) {
    find("new-game").classList.toggle("open", open);
    find("settings").setAttribute("aria-expanded", String(open));
  }

  async begin(deal = null) {
    const request = {
      rules: deal ? deal.rules : find("play-rules").value,
      bot: find("play-bot").value,
      seat: deal ? 0 : Number(find("play-seat").value),
    };
    const seed = find("play-seed").value.trim();
    if (deal) request.deal = { hands: deal.hands, bottom: deal.bottom, first_bidder: 0 };
    else if (seed) request.seed = seed;
    showError(find("new-game-error"), null);
    try {
      const state = await post("/api/games", request);
      if (this.state) remove(`/api/games/${this.state.id}`).catch(() => {});
      this.game += 1;
      this.calls += 1;
      this.state = null;
      this.unfold(false);
      keep("sessionStorage", "game", state.id);
      this.take(state);
      // The next keys are for the cards, not for another new game.
      find("hand").querySelector(".card").focus({ preventScroll: true });
    } catch (error) {
      if (deal) throw error;
      showError(find("new-game-error"), error);
    }
  }

  // Shows how the game stands, tells what has happened, and has the others go on.
  take(state) {
    const before = this.state;
    this.state = state;
    this.stuck = false;
    this.selected.clear();
    this.readings = [];
    this.says = "";
    showError(find("play-error"), null);
    this.ask.forget();
    this.ask.setKinds(this.kinds());
    this.show();
    // What to do now, and how it ended, is said where the buttons are.
    announce(before ? this.news(before, state).join(". ") : "");
    this.goOn();
  }

  kinds() {
    const { phase, turn, seat } = this.state;
    if (turn !== seat) return ["legal", "odds"];
    return phase === "AUCTION" ? ["bids", "odds"] : ["legal", "moves", "odds"];
  }

  news(before, state) {
    if (state.thrown_in > before.thrown_in) return [t("thrown-in")];
    return state.history.slice(before.history.length).map((action) => this.event(action));
  }

  goOn() {
    const { turn, seat } = this.state;
    if (turn === null || turn === seat) return;
    const game = this.game;
    const state = this.state;
    setTimeout(async () => {
      if (game !== this.game || state !== this.state) return;
      await this.act("step");
    }, Number(find("play-pace").value));
  }

  async act(action, data = {}) {
    // Of answers that cross each other the one to the latest request tells how the game stands.
    const call = ++this.calls;
    try {
      const state = await post(`/api/games/${this.state.id}/${action}`, data);
      if (call === this.calls) this.take(state);
    } catch (error) {
      if (call !== this.calls) return;
      this.stuck = action === "step";
      this.says = "";
      this.showActions();
      showError(find("play-error"), error);
    }
  }

  // Choosing cards.

  toggle(place) {
    if (this.selected.has(place)) this.selected.delete(place);
    else this.selected.add(place);
    this.selectionChanged();
  }

  // One more card of a rank, by its letter; the last one chosen goes back with `back`.
  type(rank) {
    const place = [...this.state.hand].findIndex((card, at) => card === rank && !this.selected.has(at));
    if (place >= 0) this.toggle(place);
  }

  back() {
    const last = [...this.selected].at(-1);
    if (last !== undefined) this.toggle(last);
  }

  clear() {
    this.selected.clear();
    this.selectionChanged();
  }

  choose(move) {
    if (!this.state || this.state.turn !== this.state.seat) return;
    if (move === "pass") {
      this.act("play", { move });
      return;
    }
    this.selected.clear();
    for (const rank of move.replace("+", "")) {
      const place = [...this.state.hand].findIndex((card, at) => card === rank && !this.selected.has(at));
      if (place >= 0) this.selected.add(place);
    }
    this.selectionChanged(move);
  }

  chosen() {
    return [...this.selected].sort((one, other) => one - other).map((place) => this.state.hand[place]).join("");
  }

  async selectionChanged(meant = null) {
    showError(find("play-error"), null);
    this.readings = [];
    this.says = "";
    this.markSelection();
    const cards = this.chosen();
    this.showActions();
    if (!cards || this.state.phase !== "PLAY" || this.state.turn !== this.state.seat) return;
    const state = this.state;
    await new Promise((resume) => setTimeout(resume, CHECK_PAUSE));
    if (state !== this.state || cards !== this.chosen()) return;
    try {
      const told = await post(`/api/games/${state.id}/check`, { cards });
      if (state !== this.state || cards !== this.chosen()) return;
      this.readings = meant ? told.moves.filter(({ move }) => move === meant) : told.moves;
      if (told.moves.length === 0) this.says = errorText(told);
      else if (this.readings.length === 1) this.says = t("selected", { cards: this.readings[0].move, kind: kindName(this.readings[0].kind) });
      else this.says = t("choose-reading");
    } catch (error) {
      this.says = errorText(error);
    }
    this.showActions();
  }

  playChosen() {
    if (this.readings.length) this.act("play", { move: this.readings[0].move });
    else if (this.selected.size) this.act("play", { move: this.chosen() });
  }

  async hint() {
    const state = this.state;
    try {
      const told = await post(`/api/games/${state.id}/hint`);
      if (state !== this.state) return;
      if ("bid" in told) {
        this.says = t("hint.is", { what: told.bid ? t("bid", { n: told.bid }) : t("pass") });
        this.showActions();
      } else if (told.move === "pass") {
        this.clear();
        this.says = t("hint.is", { what: t("pass") });
        this.showActions();
      } else this.choose(told.move);
    } catch (error) {
      showError(find("play-error"), error);
    }
  }

  // Showing.

  who(seat) {
    return seat === this.state.seat ? t("you") : t("seat", { n: seat });
  }

  event({ seat, bid, move, kind }) {
    const who = this.who(seat);
    const said = seat === this.state.seat ? "you" : "event";
    if (move === "pass" || bid === 0) return t(`${said}.pass`, { who });
    return bid ? t(`${said}.bid`, { who, n: bid }) : t(`${said}.play`, { who, move, kind: kindName(kind) });
  }

  prompt() {
    const { phase, turn, seat, to_beat: toBeat } = this.state;
    if (turn !== seat) return t("turn.other", { who: this.who(turn) });
    if (phase === "AUCTION") return t("turn.you.bid");
    return toBeat ? t("turn.you.follow", { move: toBeat }) : t("turn.you.lead");
  }

  verdict() {
    const { payoffs, seat, landlord, winner } = this.state;
    if (landlord === null) return t("void");
    const side = t(`winner.${winner.toLowerCase()}`);
    return `${side} ${t(payoffs[seat] >= 0 ? "won" : "lost", { n: Math.abs(payoffs[seat]) })}`;
  }

  show() {
    const state = this.state;
    find("new-game").classList.toggle("playing", state !== null);
    find("play-empty").hidden = state !== null;
    find("play-board").hidden = state === null;
    if (!state) return;
    this.showOthers();
    this.showMiddle();
    this.showOwn();
    this.showActions();
    find("play-ask").hidden = state.turn === null;
    find("play-history").replaceChildren(...state.history.map((action) => element("li", "", this.event(action))));
  }

  // What a seat did last, as long as it counts in this trick.
  lastOf(seat) {
    const { history, players, phase, turn } = this.state;
    const recent = history.slice(-(players - (turn === null ? 0 : 1)));
    const action = recent.filter((one) => one.seat === seat).at(-1);
    if (!action || (phase !== "AUCTION" && action.bid !== undefined)) return null;
    return action;
  }

  role(seat) {
    const { landlord } = this.state;
    if (landlord === null) return null;
    return element("span", `role ${seat === landlord ? "landlord" : ""}`, t(seat === landlord ? "landlord" : "peasant"));
  }

  said(seat) {
    const place = element("div", "last");
    const action = this.lastOf(seat);
    if (!action) return place;
    if (action.bid !== undefined) place.append(element("span", "said", action.bid ? t("said.bid", { n: action.bid }) : t("said.pass")));
    else place.append(drawMove(action.move));
    return place;
  }

  showOthers() {
    const { players, seat: own, counts, turn, bots, hands, payoffs } = this.state;
    const boxes = [];
    for (let step = 1; step < players; step += 1) {
      const seat = (own + step) % players;
      const box = element("div", "seat");
      if (turn === seat) box.classList.add("turn");
      box.dataset.seat = seat;
      const line = element("div", "seat-line");
      line.append(element("strong", "", t("seat", { n: seat })), element("span", "muted", bots[seat]));
      const role = this.role(seat);
      if (role) line.append(role);
      box.append(line);
      const count = element("div", "count");
      if (hands) count.append(drawCards(hands[seat], "small"));
      else {
        const backs = element("span", "backs");
        for (let back = 0; back < counts[seat]; back += 1) backs.append(element("i"));
        count.append(backs, element("span", counts[seat] < 3 ? "few" : "muted", counts[seat] === 1 ? t("card") : t("cards", { n: counts[seat] })));
      }
      if (payoffs) count.append(element("span", "amount", signed(payoffs[seat])));
      box.append(count, this.said(seat));
      boxes.push(box);
    }
    find("others").dataset.count = boxes.length;
    find("others").replaceChildren(...boxes);
  }

  showMiddle() {
    const { bottom, highest_bid: bid, multiplier, turned_up: turnedUp, first_bidder: first, phase, history, spring } = this.state;
    const facts = element("div", "facts-line");
    const cards = element("span", "fact");
    cards.append(element("span", "muted", t("bottom")), bottom ? drawCards(bottom, "small") : element("span", "", t("bottom.hidden")));
    facts.append(cards);
    for (const [name, value] of [["bid-so-far", bid || "–"], ["multiplier", `×${multiplier}`]]) {
      const fact = element("span", "fact");
      fact.append(element("span", "muted", t(name)), element("b", "", String(value)));
      facts.append(fact);
    }
    if (spring) facts.append(element("span", "role landlord", t("spring")));
    const parts = [facts];
    if (phase === "AUCTION" && turnedUp && !history.length) {
      parts.push(element("p", "muted", t("turned-up", { seat: this.who(first), card: spoken(turnedUp) })));
    }
    find("middle").replaceChildren(...parts);
  }

  showOwn() {
    const { seat, turn, hand, payoffs } = this.state;
    const line = find("own-seat");
    line.replaceChildren(element("strong", "", t("seat-you", { n: seat })));
    const role = this.role(seat);
    if (role) line.append(role);
    line.append(element("span", "muted", hand.length === 1 ? t("card") : t("cards", { n: hand.length })));
    if (payoffs) line.append(element("span", "amount", signed(payoffs[seat])));
    line.append(this.said(seat));
    find("own").classList.toggle("turn", turn === seat);
    const row = [];
    let place = 0;
    for (const ranks of groups(hand)) {
      const group = element("span", "group");
      for (const rank of ranks) {
        const at = place;
        const card = drawCard(rank, "button");
        card.type = "button";
        card.tabIndex = at === 0 ? 0 : -1;
        card.setAttribute("aria-label", spoken(rank));
        card.addEventListener("click", () => this.toggle(at));
        group.append(card);
        place += 1;
      }
      row.push(group);
    }
    // What had the focus may be gone; the keyboard stays with the cards.
    const held = find("hand").contains(document.activeElement);
    find("hand").replaceChildren(...row);
    if (held) find("hand").querySelector(".card")?.focus();
    this.markSelection();
  }

  markSelection() {
    find("hand").querySelectorAll(".card").forEach((card, place) => {
      card.setAttribute("aria-pressed", String(this.selected.has(place)));
    });
  }

  walk(step) {
    const cards = [...find("hand").querySelectorAll(".card")];
    const now = cards.indexOf(document.activeElement);
    const next = cards[now < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, now + step))];
    if (!next) return;
    for (const card of cards) card.tabIndex = card === next ? 0 : -1;
    next.focus();
  }

  showActions() {
    const { turn, seat, phase, legal_bids: bids, legal_moves: legal, can_undo: canUndo } = this.state;
    const bar = [];
    const mine = turn === seat;
    if (mine && phase === "AUCTION") {
      for (const bid of bids) bar.push(button(bid ? t("bid", { n: bid }) : t("pass"), bid ? "primary" : "", () => this.act("bid", { bid })));
    }
    if (mine && phase === "PLAY") {
      if (this.readings.length > 1) {
        for (const { move } of this.readings) bar.push(button(t("play.what", { move }), "primary", () => this.act("play", { move })));
      } else {
        const play = button(this.readings.length ? t("play.what", { move: this.readings[0].move }) : t("play"), "primary", () => this.playChosen());
        play.disabled = this.selected.size === 0;
        bar.push(play);
      }
      if (legal.moves.some(({ move }) => move === "pass")) bar.push(button(t("pass"), "", () => this.act("play", { move: "pass" })));
      if (this.selected.size) bar.push(button(t("unselect"), "quiet", () => this.clear()));
    }
    if (mine) bar.push(button(t("hint"), "quiet", () => this.hint()));
    if (turn === null) {
      bar.push(button(t("new-game"), "primary", () => this.begin()));
      bar.push(button(t("to-record"), "", () => this.review()));
      bar.push(button(t("copy"), "quiet", (event) => this.copy(event.target)));
      bar.push(button(t("save"), "quiet", () => this.save()));
    }
    if (this.stuck) bar.push(button(t("go-on"), "primary", () => this.act("step")));
    if (canUndo) bar.push(button(t("undo"), "quiet", () => this.act("undo")));
    // Buttons come and go; the keyboard stays where they are.
    const held = find("actions").contains(document.activeElement);
    find("actions").replaceChildren(...bar);
    if (held) (find("actions").querySelector("button:not(:disabled)") ?? find("actions")).focus();
    const idle = mine && phase === "PLAY" && !this.selected.size ? `${this.prompt()} ${t("select")}` : this.prompt();
    find("says").textContent = turn === null ? this.verdict() : this.says || idle;
    find("says").classList.toggle("verdict", turn === null);
  }

  // The record.

  async record() {
    return JSON.stringify(await post(`/api/games/${this.state.id}/record`));
  }

  async review() {
    try {
      this.toRecord(await this.record());
    } catch (error) {
      showError(find("play-error"), error);
    }
  }

  async copy(pressed) {
    try {
      await navigator.clipboard.writeText(await this.record());
      pressed.textContent = t("copied");
      announce(t("copied"));
    } catch (error) {
      showError(find("play-error"), error);
    }
  }

  async save() {
    try {
      saveText(await this.record());
    } catch (error) {
      showError(find("play-error"), error);
    }
  }

  key(event) {
    const key = event.key;
    // A slip of the finger must not end a game.
    if (key === "n" && (!this.state || this.state.turn === null)) {
      this.begin();
      return true;
    }
    if (!this.state) return false;
    const { turn, seat, phase, legal_bids: bids } = this.state;
    const rank = key === "0" ? "T" : key.toUpperCase();
    if (key === "u" && this.state.can_undo) this.act("undo");
    else if (key === "ArrowLeft") this.walk(-1);
    else if (key === "ArrowRight") this.walk(1);
    else if (turn !== seat) return false;
    else if (key === "h") this.hint();
    else if (phase === "AUCTION" && /^[0-3]$/.test(key) && bids.includes(Number(key))) this.act("bid", { bid: Number(key) });
    else if (phase === "AUCTION" && key === "p") this.act("bid", { bid: 0 });
    else if (phase === "AUCTION") return false;
    else if (key === "p") this.act("play", { move: "pass" });
    else if (key === "Escape") this.clear();
    else if (key === "Backspace") this.back();
    else if (key === "Enter" && this.selected.size && !document.activeElement.closest("button:not(.card)")) this.playChosen();
    else if (rank.length === 1 && "3456789TJQKA2BR".includes(rank)) this.type(rank);
    else return false;
    return true;
  }
}

export function saveText(text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  link.download = "doudizhu.jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
