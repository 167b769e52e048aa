// The page: its three parts, the language, the keyboard.

import { get } from "./api.js";
import { element } from "./cards.js";
import { Play } from "./play.js";
import { RecordView } from "./record.js";
import { Study } from "./study.js";
import { loadLabels, onLanguage, otherLanguage, setLanguage, showError, t } from "./text.js";

const find = (id) => document.getElementById(id);
const TABS = ["play", "study", "record"];
const KEYS = [
  [", .", "key.tabs"], ["3 … 9 0 J Q K A 2 B R", "key.ranks"], ["⌫", "key.back"], ["Enter", "key.enter"], ["P", "key.pass"],
  ["0 1 2 3", "key.bid"], ["H", "key.hint"], ["U", "key.undo"], ["Esc", "key.escape"], ["N", "key.new"], ["← →", "key.arrows"], ["Home End", "key.ends"], ["?", "key.help"],
];

let parts;
let tab = "play";

function show(name) {
  tab = name;
  for (const one of TABS) {
    find(`panel-${one}`).hidden = one !== name;
    find(`tab-${one}`).setAttribute("aria-selected", String(one === name));
    find(`tab-${one}`).tabIndex = one === name ? 0 : -1;
  }
}

function offer(about) {
  for (const select of document.querySelectorAll("select.rules")) {
    const kept = select.value;
    select.replaceChildren(...about.presets.map(({ name, meaning, players }) => {
      const option = new Option(`${name} (${t("players", { n: players })})`, name);
      option.dataset.players = players;
      option.title = meaning;
      return option;
    }));
    if (kept) select.value = kept;
  }
  const bots = find("play-bot");
  const kept = bots.value || "rule";
  bots.replaceChildren(...about.bots.map((name) => {
    const text = t(`bot.${name}`);
    return new Option(text.startsWith("bot.") ? name : text, name);
  }));
  bots.value = kept;
}

function listKeys() {
  find("shortcut-list").replaceChildren(...KEYS.flatMap(([keys, label]) => {
    const what = element("dt");
    for (const key of keys.split(" ")) what.append(key === "…" ? "…" : element("kbd", "", key));
    return [what, element("dd", "", t(label))];
  }));
}

function onKey(event) {
  const target = event.target;
  const typing = target.matches?.("input, textarea, select") || target.isContentEditable;
  if (typing || event.ctrlKey || event.metaKey || event.altKey || find("shortcuts").open) return;
  const onTab = target.matches?.("[role=tab]");
  if (event.key === "," || event.key === "." || (onTab && (event.key === "ArrowLeft" || event.key === "ArrowRight"))) {
    const step = event.key === "ArrowRight" || event.key === "." ? 1 : TABS.length - 1;
    show(TABS[(TABS.indexOf(tab) + step) % TABS.length]);
    find(`tab-${tab}`).focus();
    event.preventDefault();
    return;
  }
  if (event.key === "?") find("shortcuts").showModal();
  else if (!parts[tab].key(event)) return;
  event.preventDefault();
}

async function start() {
  await loadLabels();
  const about = await get("/api/about");
  offer(about);
  const play = new Play({ toRecord: (text) => { show("record"); find("record-text").value = text; parts.record.open(text); } });
  const study = new Study({
    toGame: async (deal) => {
      await play.begin(deal);
      find("play-rules").value = deal.rules;
      play.offerSeats();
      show("play");
    },
  });
  parts = { play, study, record: new RecordView() };
  play.offerSeats();
  study.show();
  listKeys();
  onLanguage(() => { offer(about); listKeys(); });
  for (const name of TABS) find(`tab-${name}`).addEventListener("click", () => show(name));
  find("language").addEventListener("click", () => {
    setLanguage(otherLanguage());
    find("language").textContent = t("language");
    find("language").lang = otherLanguage();
  });
  find("language").textContent = t("language");
  find("keys").addEventListener("click", () => find("shortcuts").showModal());
  document.addEventListener("keydown", onKey);
  show("play");
  await play.resume();
  document.body.dataset.ready = "true";
}

start().catch((error) => showError(find("new-game-error"), error.reason === undefined ? { reason: "failed", message: String(error) } : error));
