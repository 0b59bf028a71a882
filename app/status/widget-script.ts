// This script runs on other sites. It must not throw, and must be smaller than the limit in
// widget.ts.
import { type PublicStatus, publicStatuses } from "@/lib/components/values";
import type { WidgetPage } from "./widget";

declare const page: WidgetPage;

const POLL_MS = 60_000;
const MAX_PAUSE_MS = 15 * POLL_MS;
const MAX_NAMES = 3;
const MARK = "data-status-page";

type Status = { page: { updated_at: string }; status: { indicator: string } };
type Summary = {
  components: { status: PublicStatus }[];
  incidents: { name: string; impact: string }[];
};

/**
 * Color, shape, and symbol by indicator, from best to worst. Shapes differ, because color-blind
 * people can't distinguish the colors.
 */
const icons: Record<string, [string, string, string]> = {
  none: ["#0b6637", "M16 1a15 15 0 1 0 .1 0z", "m9 16 5 5 9-9"],
  maintenance: [
    "#0b5c8a",
    "M9 1h14a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8V9a8 8 0 0 1 8-8z",
    "M9 16h14M16 9v14",
  ],
  minor: ["#735000", "M16 2 31 29H1z", "M16 12v8m0 4v.2"],
  major: ["#953a00", "M16 0 32 16 16 32 0 16z", "M10 16h12"],
  critical: ["#ad1519", "M1 1h30v30H1z", "m10 10 12 12m0-12L10 22"],
};

/**
 * Returns the severity of an impact or indicator, which have the same names, or -1 if the name is
 * unknown.
 */
const getLevel = (name: string) => Object.keys(icons).indexOf(name);

const dark = "{background:#16191d;color:#f2f4f7;border-color:#454c56}";
const styles = `:host{all:initial!important;display:block!important}:host([hidden]){display:none!important}
a{box-sizing:border-box;display:inline-flex;gap:10px;align-items:center;max-width:min(340px,calc(100vw - 32px));
padding:10px 14px;font:14px/1.4 system-ui,sans-serif;text-align:start;text-decoration:none;overflow-wrap:anywhere;
background:#fff;color:#1b1f24;border:1px solid #878f9a;border-radius:8px}
a:hover span{text-decoration:underline}a:focus-visible{outline:3px solid #2f6feb;outline-offset:2px}
svg{flex:none;width:20px;height:20px;fill:none;stroke-linecap:round;stroke-linejoin:round}
b,span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
[class*="-"]{position:fixed;z-index:2147483000}[class*=top-]{top:16px}[class*=bottom-]{bottom:16px}
[class*=-left]{left:16px}[class*=-right]{right:16px}
.dark${dark}@media(prefers-color-scheme:dark){.auto${dark}}@media print{a{display:none}}`;

type Widget = {
  host: HTMLElement;
  region: HTMLElement;
  link: HTMLAnchorElement;
  texts: string[];
};

function addWidget(script: HTMLScriptElement | null): Widget {
  const {
    position = "bottom-right",
    theme = "auto",
    language: wanted = document.documentElement.lang,
  } = script?.dataset ?? {};
  const language =
    page.languages.find((known) => known === wanted.slice(0, 2).toLowerCase()) ??
    page.languages[0]!;
  const host = document.createElement("div");
  host.hidden = true;
  host.lang = language;
  host.setAttribute(MARK, page.pageUrl);
  const root = host.attachShadow({ mode: "open" });
  // A style sheet object works with every Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const region = document.createElement("div");
  region.setAttribute("role", "status");
  root.append(region);
  const link = document.createElement("a");
  link.href = page.pageUrl + (language === page.languages[0] ? "" : `/${language}`) || "/";
  link.className = `${position} ${theme}`;
  if (position === "inline" && script?.parentNode) script.after(host);
  else document.body.append(host);
  return { host, region, link, texts: page.texts[language]! };
}

function createSvgElement(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function show({ host, region, link, texts }: Widget, level: number, names: string[]): void {
  const [color, shape, symbol] = Object.values(icons)[level]!;
  const icon = createSvgElement("svg", { viewBox: "-2 -2 36 36", "aria-hidden": "true" });
  icon.append(
    createSvgElement("path", { d: shape, fill: color, stroke: "#fff", "stroke-width": "2" }),
    createSvgElement("path", { d: symbol, stroke: "#fff", "stroke-width": "3.5" }),
  );
  const text = document.createElement("div");
  const addLine = (kind: "b" | "span", content: string) =>
    text.appendChild(document.createElement(kind)).append(content);
  addLine("b", page.name);
  addLine("span", texts[level]!);
  for (const name of names.slice(0, MAX_NAMES)) addLine("span", `• ${name}`);
  if (names.length > MAX_NAMES) addLine("span", `+${names.length - MAX_NAMES}`);
  link.replaceChildren(icon, text);
  region.replaceChildren(link);
  host.hidden = false;
}

/** Reads JSON from the status page's API. Throws if the response is an error or unconfirmed. */
async function read<T>(path: string): Promise<T> {
  const response = await fetch(`${page.pageUrl}/api/v2/${path}`, {
    cache: "no-cache",
    credentials: "omit",
  });
  if (!response.ok || response.headers.has("Warning")) throw response.status;
  return response.json() as Promise<T>;
}

async function refresh(widget: Widget, known: string): Promise<string> {
  const { page, status } = await read<Status>("status.json");
  if (getLevel(status.indicator) < 0) throw status;
  if (page.updated_at === known && !widget.host.hidden) return known;
  const { components, incidents } = await read<Summary>("summary.json");
  incidents.sort((a, b) => getLevel(b.impact) - getLevel(a.impact));
  const level = Math.max(
    0,
    ...components.map(({ status }) => publicStatuses.indexOf(status)),
    ...incidents.map(({ impact }) => getLevel(impact)),
    // An emergency notice may have a status that no component or incident has.
    getLevel(status.indicator),
  );
  show(
    widget,
    level,
    incidents.map(({ name }) => name),
  );
  return page.updated_at;
}

function showWidget(script: HTMLScriptElement | null): void {
  // A single-page application may run the script again while its widget is still on the page.
  if (document.querySelector(`[${MARK}="${page.pageUrl}"]`)) return;
  const widget = addWidget(script);
  let known = "";
  let pause = POLL_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = async (): Promise<void> => {
    clearTimeout(timer);
    if (!widget.host.isConnected) return document.removeEventListener("visibilitychange", follow);
    if (document.hidden) return;
    try {
      known = await refresh(widget, known);
      pause = POLL_MS;
    } catch {
      widget.host.hidden = true;
      widget.region.replaceChildren();
      pause = Math.min(2 * pause, MAX_PAUSE_MS);
    }
    timer = setTimeout(follow, pause);
  };
  document.addEventListener("visibilitychange", follow);
  void follow();
}

// `currentScript` is null in callbacks, so it is read while the script runs.
const current = document.currentScript as HTMLScriptElement | null;
const start = () => {
  try {
    showWidget(current ?? document.querySelector(`script[src^="${page.pageUrl}/"]`));
  } catch {
    // Browsers without the required features show nothing.
  }
};
if (document.body) start();
else document.addEventListener("DOMContentLoaded", start);
