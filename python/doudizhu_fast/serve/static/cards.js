// Cards as ranks: how they are drawn and what they are called.

import { kindName, t } from "./text.js";

export const face = (rank) => (rank === "T" ? "10" : rank === "B" || rank === "R" ? "★" : rank);
export const spoken = (rank) => (rank === "B" || rank === "R" ? t(`joker.${rank}`) : face(rank));

export function element(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

export function button(label, className, onClick) {
  const node = element("button", className, label);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}

export function drawCard(rank, tag = "span") {
  const node = element(tag, "card");
  if (rank === "B" || rank === "R") node.classList.add("joker", rank === "R" ? "red" : "black");
  node.append(element("b", "", face(rank)));
  node.dataset.rank = rank;
  return node;
}

// Equal ranks lie on each other, so that a hand reads as a row of ranks.
export function groups(cards) {
  const found = [];
  for (const rank of cards) {
    if (found.length && found.at(-1)[0] === rank) found.at(-1).push(rank);
    else found.push([rank]);
  }
  return found;
}

export function drawCards(cards, size = "") {
  const row = element("span", `hand ${size}`);
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", cards ? [...cards].map(spoken).join(" ") : t("none"));
  for (const ranks of groups(cards)) {
    const group = element("span", "group");
    for (const rank of ranks) group.append(drawCard(rank));
    row.append(group);
  }
  return row;
}

export function drawMove(move, size = "small") {
  if (move === "pass") return element("span", "said", t("said.pass"));
  const whole = element("span", "play");
  move.split("+").forEach((part, place) => {
    const cards = drawCards(part, size);
    if (place) cards.classList.add("kickers");
    whole.append(cards);
  });
  return whole;
}

export function moveText(move) {
  return move === "pass" ? t("pass") : move;
}

export function moveButton(move, kind, onClick) {
  const chip = onClick ? button(moveText(move), "chip", () => onClick(move)) : element("span", "chip", moveText(move));
  if (kind && move !== "pass") chip.title = kindName(kind);
  return chip;
}
