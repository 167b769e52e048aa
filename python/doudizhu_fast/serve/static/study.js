// A table that the reader enters or has dealt, and questions about it.

import { post } from "./api.js";
import { Ask } from "./ask.js";
import { drawCards, element } from "./cards.js";
import { onLanguage, showError, t } from "./text.js";

const find = (id) => document.getElementById(id);

export class Study {
  constructor({ toGame }) {
    this.toGame = toGame;
    this.hands = ["", "", ""];
    this.bottom = "";
    this.seat = 0;
    this.landlord = null;
    this.ask = new Ask(find("study-ask"), {
      kinds: ["legal", "odds", "bids", "moves", "solve"],
      of: () => ({ table: this.table() }),
      canOpen: true,
    });
    find("study-form").addEventListener("submit", (event) => event.preventDefault());
    find("study-rules").addEventListener("change", () => this.changeRules());
    find("deal").addEventListener("click", () => this.deal());
    find("clear").addEventListener("click", () => this.clear());
    find("play-deal").addEventListener("click", () => this.playIt());
    onLanguage(() => this.show());
  }

  players() {
    return Number(find("study-rules").selectedOptions[0]?.dataset.players ?? 3);
  }

  table() {
    return {
      rules: find("study-rules").value,
      hands: this.hands,
      bottom: this.bottom,
      seat: this.seat,
      landlord: this.landlord,
      standing: find("study-standing").value,
      calls: find("study-calls").value,
      plays: find("study-plays").value,
    };
  }

  changeRules() {
    const players = this.players();
    if (players !== this.hands.length) this.clear();
    this.show();
  }

  clear() {
    this.hands = Array(this.players()).fill("");
    this.bottom = "";
    this.seat = 0;
    this.landlord = null;
    for (const name of ["standing", "calls", "plays"]) find(`study-${name}`).value = "";
    showError(find("study-error"), null);
    this.ask.forget();
    this.show();
  }

  async deal() {
    showError(find("study-error"), null);
    const request = { rules: find("study-rules").value };
    const seed = find("study-seed").value.trim();
    if (seed) request.seed = seed;
    try {
      const dealt = await post("/api/deal", request);
      this.clear();
      this.hands = dealt.hands;
      this.bottom = dealt.bottom;
      this.show();
    } catch (error) {
      showError(find("study-error"), error);
    }
  }

  async playIt() {
    showError(find("study-error"), null);
    try {
      await this.toGame({ rules: find("study-rules").value, hands: this.hands, bottom: this.bottom });
    } catch (error) {
      showError(find("study-error"), error);
    }
  }

  show() {
    const rows = [];
    const nobody = this.radio("landlord", null, this.landlord === null, t("study.nobody"));
    this.hands.forEach((cards, seat) => rows.push(this.row(seat, cards)));
    rows.push(this.bottomRow());
    const last = element("div", "nobody");
    last.append(nobody);
    rows.push(last);
    const legend = find("study-hands").querySelector("legend");
    find("study-hands").replaceChildren(legend, ...rows);
  }

  row(seat, cards) {
    const row = element("div", "study-row");
    const head = element("div", "seat-line");
    head.append(
      element("strong", "", t("seat", { n: seat })),
      this.radio("seat", seat, this.seat === seat, t("study.to-move")),
      this.radio("landlord", seat, this.landlord === seat, t("study.landlord")),
    );
    row.append(head, this.input(`study-hand-${seat}`, t("study.input", { n: seat }), cards, (text) => { this.hands[seat] = text; }));
    return row;
  }

  bottomRow() {
    const row = element("div", "study-row");
    const head = element("div", "seat-line");
    head.append(element("strong", "", t("study.bottom")));
    row.append(head, this.input("study-bottom", t("study.bottom"), this.bottom, (text) => { this.bottom = text; }));
    return row;
  }

  radio(name, value, checked, text) {
    const label = element("label", "radio");
    const box = element("input");
    box.type = "radio";
    box.name = `study-${name}`;
    box.checked = checked;
    box.addEventListener("change", () => { this[name] = value; this.ask.forget(); });
    label.append(box, element("span", "", text));
    return label;
  }

  // Reads what is typed at once, draws it, and says under the field what cannot be read.
  input(id, label, cards, keep) {
    const whole = element("div", "cards-input");
    const field = element("input");
    field.id = id;
    field.value = cards;
    field.spellcheck = false;
    field.autocapitalize = "characters";
    field.placeholder = t("study.placeholder");
    field.setAttribute("aria-label", label);
    field.setAttribute("aria-describedby", `${id}-error`);
    const drawn = element("div", "drawn");
    const count = element("span", "muted count-of");
    const error = element("p", "error");
    error.id = `${id}-error`;
    error.hidden = true;
    const draw = (text) => {
      drawn.replaceChildren(...(text ? [drawCards(text, "small")] : []));
      count.textContent = text ? t("cards", { n: text.length }) : "";
    };
    draw(cards);
    field.addEventListener("input", async () => {
      const typed = field.value;
      keep(typed);
      this.ask.forget();
      if (!typed.trim()) {
        showError(error, null);
        field.removeAttribute("aria-invalid");
        draw("");
        return;
      }
      try {
        const read = await post("/api/cards", { cards: typed, rules: find("study-rules").value });
        if (typed !== field.value) return;
        keep(read.cards);
        draw(read.cards);
        showError(error, null);
        field.removeAttribute("aria-invalid");
      } catch (problem) {
        if (typed !== field.value) return;
        draw("");
        showError(error, problem);
        field.setAttribute("aria-invalid", "true");
      }
    });
    const line = element("div", "line");
    line.append(field, count);
    whole.append(line, error, drawn);
    return whole;
  }

  key() {
    return false;
  }
}
