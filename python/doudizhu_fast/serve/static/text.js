// Words of the page in the chosen language, and what is said aloud.

let labels = {};
let language = "en";
const listeners = [];

// A browser may refuse to keep anything; then it is forgotten, and nothing else.
export function keep(storage, name, value) {
  try { window[storage].setItem(name, value); } catch { /* refused */ }
}

export function kept(storage, name) {
  try { return window[storage].getItem(name); } catch { return null; }
}

export async function loadLabels() {
  labels = await (await fetch("/static/labels.json")).json();
  const chosen = kept("localStorage", "language");
  setLanguage(chosen in labels ? chosen : navigator.language.startsWith("zh") ? "zh" : "en");
}

export function setLanguage(name) {
  language = name;
  document.documentElement.lang = name === "zh" ? "zh-Hans" : "en";
  keep("localStorage", "language", name);
  for (const node of document.querySelectorAll("[data-label]")) node.textContent = t(node.dataset.label);
  for (const node of document.querySelectorAll("[data-aria]")) node.setAttribute("aria-label", t(node.dataset.aria));
  for (const node of document.querySelectorAll("[data-placeholder]")) node.placeholder = t(node.dataset.placeholder);
  document.title = t("title");
  for (const listener of listeners) listener();
}

export const otherLanguage = () => (language === "en" ? "zh" : "en");
export const onLanguage = (listener) => listeners.push(listener);

export function t(key, values = {}) {
  const text = labels[language]?.[key] ?? labels.en?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

export const kindName = (kind) => t(`k.${kind}`);

// What went wrong: the library's own words, after a short one in the reader's language where there is one.
export function errorText(error) {
  if (!error.reason) return t("offline");
  const short = labels[language]?.[`e.${error.reason}`];
  return short ? `${short}（${error.message}）` : error.message;
}

export function showError(node, error) {
  node.hidden = !error;
  node.textContent = error ? errorText(error) : "";
}

export function announce(text) {
  document.getElementById("live").textContent = text;
}

export const number = (value, places = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
export const percent = (value, places = 1) => `${(100 * value).toFixed(places)} %`;
export const signed = (value, places = 0) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(places)}`;
