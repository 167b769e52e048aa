// A record, step by step, with open hands.

import { post } from "./api.js";
import { Ask } from "./ask.js";
import { drawCards, drawMove, element } from "./cards.js";
import { saveText } from "./play.js";
import { kindName, onLanguage, showError, signed, t } from "./text.js";

const find = (id) => document.getElementById(id);

export class RecordView {
  constructor() {
    this.data = null;
    this.step = 0;
    this.ask = new Ask(find("record-ask"), {
      kinds: ["legal", "odds", "moves", "solve", "review"],
      of: () => ({ record: this.data.json, step: this.step }),
      canOpen: true,
      goTo: (number) => this.go(number + this.calls()),
    });
    find("record-form").addEventListener("submit", (event) => { event.preventDefault(); this.open(find("record-text").value); });
    find("record-file").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (file) find("record-text").value = (await file.text()).split("\n", 1)[0];
      event.target.value = "";
      if (file) this.open(find("record-text").value);
    });
    find("sample").addEventListener("click", () => this.sample());
    find("record-save").addEventListener("click", () => saveText(this.data.json));
    const moves = { first: () => 0, back: () => this.step - 1, on: () => this.step + 1, last: () => Infinity };
    for (const [name, to] of Object.entries(moves)) find(`step-${name}`).addEventListener("click", () => this.go(to()));
    find("step-slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    onLanguage(() => this.show());
  }

  async open(text) {
    await this.load(() => post("/api/record", { text }));
  }

  async sample() {
    await this.load(() => post("/api/sample", { rules: find("sample-rules").value }));
    if (this.data) find("record-text").value = this.data.json;
  }

  async load(request) {
    showError(find("record-error"), null);
    try {
      this.data = await request();
      this.step = 0;
      this.listSteps();
      this.go(0);
    } catch (error) {
      showError(find("record-error"), error);
    }
  }

  calls() {
    return this.data.steps.filter(({ action }) => action && action.bid !== undefined).length;
  }

  go(step) {
    if (!this.data) return;
    this.step = Math.max(0, Math.min(this.data.steps.length - 1, step));
    const { phase, turn } = this.data.steps[this.step];
    const finished = this.data.payoffs !== null && this.data.steps.at(-1).turn === null;
    const kinds = phase === "AUCTION" ? ["bids", "odds"] : turn === null ? [] : ["moves", "legal", "odds", "solve"];
    if (finished && this.calls() < this.data.steps.length - 1) kinds.push("review");
    const kept = this.ask.answers.review;
    this.ask.forget();
    if (kept) this.ask.answers.review = kept;
    find("record-ask").hidden = kinds.length === 0;
    if (kinds.length) this.ask.setKinds(kinds);
    this.ask.show();
    this.show();
  }

  event({ seat, bid, move, kind }) {
    const who = t("seat", { n: seat });
    if (bid !== undefined) return bid ? t("event.bid", { who, n: bid }) : t("event.pass", { who });
    return move === "pass" ? t("event.pass", { who }) : t("event.play", { who, move, kind: kindName(kind) });
  }

  listSteps() {
    const items = this.data.steps.slice(1).map(({ action }, place) => {
      const item = element("li");
      const link = element("button", "step", this.event(action));
      link.type = "button";
      link.addEventListener("click", () => this.go(place + 1));
      item.append(link);
      return item;
    });
    find("record-history").replaceChildren(...items);
  }

  show() {
    find("record-board").hidden = !this.data;
    if (!this.data) return;
    const last = this.data.steps.length - 1;
    const now = this.data.steps[this.step];
    find("step-slider").max = last;
    find("step-slider").value = this.step;
    find("step-first").disabled = find("step-back").disabled = this.step === 0;
    find("step-last").disabled = find("step-on").disabled = this.step === last;
    this.showSeats(now);
    this.listSteps();
    find("record-history").querySelectorAll(".step").forEach((node, place) => {
      const current = place + 1 === this.step;
      node.classList.toggle("now", current);
      if (current) node.setAttribute("aria-current", "step");
      // Only the list itself moves, never the page.
      const list = find("record-history");
      if (current) list.scrollTop = node.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
    find("step-says").textContent = `${t("step.of", { n: this.step, all: last })} ${this.told(now, last)}`;
  }

  told(now, last) {
    const words = [now.action ? this.event(now.action) : t("step.start")];
    if (this.step === last && this.data.winner) words.push(t(`winner.${this.data.winner.toLowerCase()}`));
    else if (this.step === last && this.data.payoffs) words.push(t("void"));
    return words.join(". ");
  }

  // What each seat did last: in the auction its call, later its move in this round.
  lastActions() {
    const found = new Map();
    const players = this.data.players;
    for (let step = Math.max(1, this.step - players + 1); step <= this.step; step += 1) {
      const { action, deal } = this.data.steps[step];
      if (deal === this.data.steps[this.step].deal) found.set(action.seat, action);
    }
    return found;
  }

  showSeats(now) {
    const actions = this.lastActions();
    const boxes = now.hands.map((cards, seat) => {
      const box = element("div", "seat");
      if (now.turn === seat) box.classList.add("turn");
      const line = element("div", "seat-line");
      line.append(element("strong", "", t("seat", { n: seat })));
      if (now.landlord !== null) line.append(element("span", `role ${seat === now.landlord ? "landlord" : ""}`, t(seat === now.landlord ? "landlord" : "peasant")));
      line.append(element("span", "muted", cards.length === 1 ? t("card") : t("cards", { n: cards.length })));
      if (this.step === this.data.steps.length - 1 && this.data.payoffs) line.append(element("span", "amount", signed(this.data.payoffs[seat])));
      const action = actions.get(seat);
      const last = element("div", "last");
      if (action?.bid !== undefined) last.append(element("span", "said", action.bid ? t("said.bid", { n: action.bid }) : t("said.pass")));
      else if (action) last.append(drawMove(action.move));
      line.append(last);
      box.append(line, drawCards(cards, "medium"));
      return box;
    });
    const middle = element("div", "middle");
    const facts = element("div", "facts-line");
    const bottom = element("span", "fact");
    bottom.append(element("span", "muted", t("bottom")), drawCards(now.bottom, "small"));
    facts.append(bottom);
    for (const [name, value] of [["bid-so-far", now.highest_bid || "–"], ["multiplier", `×${now.multiplier}`]]) {
      const fact = element("span", "fact");
      fact.append(element("span", "muted", t(name)), element("b", "", String(value)));
      facts.append(fact);
    }
    middle.append(facts);
    find("record-seats").replaceChildren(middle, ...boxes);
  }

  key(event) {
    if (!this.data) return false;
    const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }
}
