// The panel of questions: choose one, ask, watch the progress, read the answer.

import { get, post, remove } from "./api.js";
import { button, element, moveButton, moveText } from "./cards.js";
import { announce, errorText, kindName, number, onLanguage, percent, signed, t } from "./text.js";

const PAUSE = 200;
const OPTIONS = { odds: ["beats"], bids: ["n"], moves: ["n", "objective", "open"], solve: ["objective", "seconds"], review: ["n"] };
const DEALS = { bids: [2000, 20000, 200000], moves: [500, 2000, 20000, 100000], review: [200, 500, 2000] };
const DEFAULT_DEALS = { bids: 20000, moves: 2000, review: 500 };

// of() gives what the question is about; pick(move) is called for a move that is clicked.
export class Ask {
  constructor(root, { kinds, of, pick = null, instant = null, canOpen = false, goTo = null }) {
    Object.assign(this, { root, kinds, of, pick, instant, canOpen, goTo });
    this.kind = kinds[0];
    this.answers = {};
    this.values = { objective: { moves: "payoff", solve: "win" }, n: { ...DEFAULT_DEALS }, beats: "", open: false, seconds: 20 };
    this.job = null;
    this.run = 0;
    this.build();
    onLanguage(() => this.build());
  }

  // What was asked of another moment says nothing now.
  forget() {
    this.stop();
    this.answers = {};
    this.show();
  }

  setKinds(kinds) {
    if (kinds.join() === this.kinds.join()) return;
    this.kinds = kinds;
    if (!kinds.includes(this.kind)) this.kind = kinds[0];
    this.build();
  }

  build() {
    this.root.replaceChildren();
    this.root.className = "ask paper";
    const bar = element("div", "kinds");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", t("ask.about"));
    for (const kind of this.kinds) {
      const choose = button(t(`q.${kind}`), "kind", () => this.choose(kind));
      choose.dataset.kind = kind;
      bar.append(choose);
    }
    this.about = element("p", "about");
    this.options = element("form", "options");
    this.options.addEventListener("submit", (event) => { event.preventDefault(); this.start(); });
    this.status = element("div", "status");
    this.answer = element("div", "answer");
    this.answer.setAttribute("role", "region");
    this.answer.setAttribute("aria-label", t("ask"));
    this.root.append(bar, this.about, this.options, this.status, this.answer);
    this.show();
  }

  choose(kind) {
    this.stop();
    this.kind = kind;
    this.show();
  }

  show() {
    for (const node of this.root.querySelectorAll(".kind")) {
      node.setAttribute("aria-pressed", String(node.dataset.kind === this.kind));
    }
    this.about.textContent = t(`q.${this.kind}.about`);
    this.showOptions();
    this.status.replaceChildren();
    this.answer.replaceChildren();
    const known = this.kind === "legal" && this.instant ? this.instant() : this.answers[this.kind];
    if (known) this.tell(known);
  }

  showOptions() {
    this.options.replaceChildren();
    this.options.hidden = this.kind === "legal" && this.instant !== null;
    if (this.options.hidden) return;
    for (const name of OPTIONS[this.kind] ?? []) {
      if (name !== "open" || this.canOpen) this.options.append(this.option(name));
    }
    const ask = element("button", "primary", t("ask"));
    ask.dataset.ask = this.kind;
    this.options.append(ask);
  }

  option(name) {
    const label = element("label");
    const titles = { beats: "beaten", n: "deals", objective: "objective", open: "hidden", seconds: "seconds" };
    label.append(element("span", "", t(titles[name])));
    let field;
    if (name === "beats") {
      field = element("input");
      field.spellcheck = false;
      field.value = this.values.beats;
      field.addEventListener("input", () => { this.values.beats = field.value; });
    } else {
      field = element("select");
      for (const [value, text] of this.choices(name)) field.append(new Option(text, value));
      field.value = String(this.value(name));
      field.addEventListener("change", () => this.keep(name, field.value));
    }
    field.name = name;
    label.append(field);
    return label;
  }

  choices(name) {
    if (name === "n") return DEALS[this.kind].map((n) => [n, number(n)]);
    if (name === "objective") return ["payoff", "win"].map((objective) => [objective, t(`objective.${objective}`)]);
    if (name === "open") return [["false", t("hidden.yes")], ["true", t("hidden.no")]];
    return [5, 20, 55].map((n) => [n, n]);
  }

  value(name) {
    const value = this.values[name];
    return typeof value === "object" ? value[this.kind] : value;
  }

  keep(name, text) {
    const value = name === "open" ? text === "true" : name === "objective" ? text : Number(text);
    if (typeof this.values[name] === "object") this.values[name][this.kind] = value;
    else this.values[name] = value;
  }

  question() {
    const asked = { kind: this.kind, of: this.of() };
    for (const name of OPTIONS[this.kind] ?? []) {
      if (name !== "open" || this.canOpen) asked[name] = this.value(name);
    }
    return asked;
  }

  async start() {
    this.stop();
    const run = ++this.run;
    const kind = this.kind;
    this.status.replaceChildren(element("span", "", t("working")));
    this.answer.replaceChildren();
    try {
      let job = await post("/api/jobs", this.question());
      if (run !== this.run) {
        remove(`/api/jobs/${job.id}`).catch(() => {});
        return;
      }
      this.job = job.id;
      while (job.state === "waiting" || job.state === "running") {
        this.showProgress(job);
        await new Promise((resume) => setTimeout(resume, PAUSE));
        if (run !== this.run) return;
        job = await get(`/api/jobs/${job.id}`);
      }
      if (run !== this.run) return;
      this.job = null;
      this.status.replaceChildren();
      if (job.error && job.error.reason !== "cancelled") throw job.error;
      if (job.state === "cancelled") this.status.replaceChildren(element("span", "", t("cancelled")));
      else {
        this.answers[kind] = { kind, result: job.result };
        this.tell(this.answers[kind]);
        announce(t(`q.${kind}`));
      }
    } catch (error) {
      if (run !== this.run) return;
      this.job = null;
      const told = element("p", "error", errorText(error));
      told.setAttribute("role", "alert");
      this.status.replaceChildren(told);
    }
  }

  stop() {
    this.run += 1;
    if (this.job) remove(`/api/jobs/${this.job}`).catch(() => {});
    this.job = null;
  }

  showProgress(job) {
    if (!this.status.querySelector("progress")) {
      const bar = element("progress");
      bar.setAttribute("aria-label", t("working"));
      const cancel = button(t("cancel"), "quiet", () => remove(`/api/jobs/${job.id}`).catch(() => {}));
      this.status.replaceChildren(bar, element("span", "figures"), cancel);
    }
    const bar = this.status.querySelector("progress");
    if (job.total) {
      bar.max = job.total;
      bar.value = job.done;
    }
    const counts = job.total ? `${number(job.done)} / ${number(job.total)} · ` : "";
    const words = job.state === "waiting" ? t("waiting") : `${counts}${job.seconds.toFixed(1)} s`;
    this.status.querySelector(".figures").textContent = words;
  }

  tell({ kind, result }) {
    const tellers = { legal: tellLegal, odds: tellOdds, bids: tellBids, moves: tellMoves, solve: tellSolved, review: tellReview };
    this.answer.replaceChildren(...tellers[kind](result, this.pick, this.goTo));
  }
}

function table(titles, rows) {
  const whole = element("table");
  const head = whole.createTHead().insertRow();
  for (const title of titles) {
    const cell = element("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  const body = whole.createTBody();
  for (const { cells, marked } of rows) {
    const row = body.insertRow();
    if (marked) row.className = "best";
    for (const cell of cells) row.insertCell().append(cell);
  }
  const frame = element("div", "scroll");
  frame.tabIndex = 0;
  frame.append(whole);
  return frame;
}

const SHOWN_ROWS = 12;

const half = (estimate) => (estimate.high - estimate.low) / 2;

function payoff(estimate, plus = "+") {
  const node = element("span", "figure", estimate.mean === null ? "–" : signed(estimate.mean, 2).replace("+", plus));
  if (estimate.low !== null && half(estimate) > 0) node.append(element("small", "", ` ±${half(estimate).toFixed(2)}`));
  return node;
}

function rate(estimate) {
  const node = element("span", "figure", estimate.mean === null ? "–" : percent(estimate.mean));
  if (estimate.low !== null && half(estimate) > 0) node.append(element("small", "", ` ±${(100 * half(estimate)).toFixed(1)}`));
  return node;
}

const gap = (row, first) => (first ? t("best") : row.tied ? t("tied") : payoff(row.behind, ""));

function tellLegal({ count, moves }, pick) {
  const parts = [element("p", "total", count === 1 ? t("count.move") : t("count.moves", { n: number(count) }))];
  const byKind = new Map();
  for (const { move, kind } of moves) {
    if (!byKind.has(kind)) byKind.set(kind, []);
    byKind.get(kind).push(move);
  }
  const list = element("dl", "moves");
  for (const [kind, texts] of byKind) {
    list.append(element("dt", "", kindName(kind)));
    const place = element("dd");
    for (const move of texts) place.append(moveButton(move, kind, pick));
    list.append(place);
  }
  parts.push(list);
  if (count > moves.length) parts.push(element("p", "about", t("count.more", { n: number(moves.length) })));
  return parts;
}

function tellOdds({ places, rows }) {
  const title = (place) =>
    place === "any" ? t("place.any") : place === "bottom" ? t("place.bottom") : t("place.next", { n: place });
  const shown = rows.map(({ question, cards, answers }) => ({
    cells: [t(`o.${question}`, { cards }), ...answers.map(({ value, exact }) => {
      const node = element("span", "figure", percent(value, 2));
      if (exact) node.title = exact;
      return node;
    })],
  }));
  return [table([t("o.question"), ...places.map(title)], shown)];
}

function tellBids(result) {
  const rows = result.rows.map((row, place) => ({
    marked: place === 0,
    cells: [row.bid ? t("bid", { n: row.bid }) : t("pass"), payoff(row.payoff), rate(row.win), percent(row.landlord.mean), gap(row, place === 0)],
  }));
  const facts = element("dl", "facts");
  for (const [name, value] of [["landlord.win", rate(result.landlord_win)], ["landlord.even", rate(result.break_even)], ["landlord.payoff", payoff(result.landlord_payoff)]]) {
    facts.append(element("dt", "", t(name)));
    const place = element("dd");
    place.append(value);
    facts.append(place);
  }
  const bottoms = element("ul", "bottoms");
  for (const row of result.bottom) {
    const item = element("li");
    item.append(element("b", "", row.rank), element("span", "figure", percent(row.win.mean, 0)));
    bottoms.append(item);
  }
  return [
    table([t("call"), t("payoff"), t("win"), t("as-landlord"), t("behind")], rows),
    facts,
    element("p", "about", t("bottom.worth")),
    bottoms,
    element("p", "about", t("deals.seen", { n: number(result.n) })),
  ];
}

function tellMoves(result, pick) {
  const rows = result.rows.map((row, place) => ({
    marked: place === 0,
    cells: [moveButton(row.move, null, pick), payoff(row.payoff), rate(row.win), gap(row, place === 0)],
  }));
  const titles = [t("move"), t("payoff"), t("win"), t("behind")];
  const parts = [table(titles, rows.slice(0, SHOWN_ROWS))];
  if (rows.length > SHOWN_ROWS) {
    const more = button(t("show-all", { n: rows.length }), "quiet", () => {
      parts[0].replaceWith(table(titles, rows));
      more.remove();
    });
    parts.push(more);
  }
  if (result.count > result.rows.length) parts.push(element("p", "about", t("count.more", { n: number(result.rows.length) })));
  parts.push(element("p", "about", t("deals.seen", { n: number(result.n) })));
  return parts;
}

function tellSolved(result, pick) {
  const parts = [element("p", "verdict", t(`solved.${result.winner ?? "unknown"}`))];
  if (result.value !== null) parts.push(element("p", "", t("solved.value", { n: signed(result.value) })));
  const moves = element("div");
  for (const move of result.winning_moves) moves.append(moveButton(move, null, pick));
  if (!result.winning_moves.length) moves.append(t("none"));
  const list = element("dl", "moves");
  list.append(element("dt", "", `${t("solved.moves")} (${result.winning_moves.length} / ${number(result.count)})`), wrap(moves));
  if (result.line.length) {
    const line = element("ol", "line");
    for (const { seat, move } of result.line) {
      const item = element("li");
      item.append(element("small", "", `${seat}`), moveText(move));
      line.append(item);
    }
    list.append(element("dt", "", t("solved.line")), wrap(line));
  }
  parts.push(list, element("p", "about", t("solved.nodes", { n: number(result.nodes), s: result.seconds.toFixed(2) })));
  return parts;
}

function wrap(node) {
  const place = element("dd");
  place.append(node);
  return place;
}

function tellReview(result, pick, goTo) {
  const mistakes = result.moves.filter((move) => move.mistake);
  if (!mistakes.length) return [element("p", "verdict", t("review.none"))];
  const rows = mistakes.map((row) => ({
    cells: [button(`${row.number + 1}`, "chip", () => goTo(row.number)), String(row.seat), moveText(row.move), payoff(row.loss, ""), moveText(row.best)],
  }));
  return [table(["", t("who"), t("move"), t("review.loss"), t("review.best")], rows)];
}
