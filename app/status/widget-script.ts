// Runs on other sites' pages. Bundled as dist/widget.js (scripts/bundle.ts), less than 5 kB with
// its texts. It must not throw, and reads nothing but the status.
import type { WidgetPage } from "./widget";

/** Inserted when the script is published. */
declare const page: WidgetPage;

const POLL_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * POLL_MS;
const MOST_NAMES = 3;

type Answer = { page: { updated_at: string }; status: { indicator: string } };
type Summary = { components: { status: string }[]; incidents: { name: string; impact: string }[] };

/**
 * By indicator, the worst last: color, shape, and the sign in it. Shapes differ for color-blind
 * people.
 */
const signs: Record<string, [string, string, string]> = {
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

/** Impacts have the names of indicators. */
const worse = Object.keys(signs);
/** Component statuses by level. */
const statuses = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

const dark = "{background:#16191d;color:#f2f4f7;border-color:#454c56}";
const styles = `:host{all:initial!important;display:block!important}:host([hidden]){display:none!important}
a{box-sizing:border-box;display:inline-flex;gap:10px;align-items:center;max-width:min(340px,calc(100vw - 32px));
padding:10px 14px;font:14px/1.4 system-ui,sans-serif;text-align:start;text-decoration:none;overflow-wrap:anywhere;
background:#fff;color:#1b1f24;border:1px solid #878f9a;border-radius:8px}
a:hover span{text-decoration:underline}a:focus-visible{outline:3px solid #2f6feb;outline-offset:2px}
svg{flex:none;width:20px;height:20px;fill:none;stroke-linecap:round;stroke-linejoin:round}
b,span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.top-left,.top-right,.bottom-left,.bottom-right{position:fixed;z-index:2147483000}
.top-left,.top-right{top:16px}.bottom-left,.bottom-right{bottom:16px}
.top-left,.bottom-left{left:16px}.top-right,.bottom-right{right:16px}
.dark${dark}@media(prefers-color-scheme:dark){.auto${dark}}@media print{a{display:none}}`;

function start(script: HTMLScriptElement | null): void {
  // Applications that render the script again would otherwise add a widget each time.
  const mark = "data-status-page";
  if (document.querySelector(`[${mark}="${page.address}"]`)) return;
  const {
    position = "bottom-right",
    theme = "auto",
    language: wanted = document.documentElement.lang,
  } = script?.dataset ?? {};
  const language =
    page.languages.find((known) => known === wanted.slice(0, 2).toLowerCase()) ??
    page.languages[0]!;
  const words = page.words[language]!;

  const host = document.createElement("div");
  host.hidden = true;
  host.lang = language;
  host.setAttribute(mark, page.address);
  const root = host.attachShadow({ mode: "open" });
  // A style sheet object works with every Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const region = document.createElement("div");
  region.setAttribute("role", "status");
  root.append(region);
  const link = document.createElement("a");
  link.href = page.address + (language === page.languages[0] ? "" : `/${language}`) || "/";
  link.className = `${position} ${theme}`;
  if (position === "inline" && script?.parentNode) script.after(host);
  else document.body.append(host);

  const ask = async <T>(address: string): Promise<T> => {
    // Revalidated by ETag.
    const answer = await fetch(`${page.address}/api/v2/${address}`, {
      cache: "no-cache",
      credentials: "omit",
    });
    // An unconfirmed status is not shown.
    if (!answer.ok || answer.headers.has("Warning")) throw answer.status;
    return answer.json() as Promise<T>;
  };

  const draw = (level: number, names: string[]) => {
    const [colour, shape, sign] = signs[worse[level]!]!;
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of [
      ["viewBox", "-2 -2 36 36"],
      ["aria-hidden", "true"],
    ] as const)
      icon.setAttribute(name, value);
    for (const [path, fill, stroke, width] of [
      [shape, colour, "#fff", 2],
      [sign, "none", "#fff", 3.5],
    ] as const) {
      const part = document.createElementNS("http://www.w3.org/2000/svg", "path");
      for (const [name, value] of Object.entries({ d: path, fill, stroke, "stroke-width": width }))
        part.setAttribute(name, String(value));
      icon.append(part);
    }
    const text = document.createElement("div");
    const line = (kind: "b" | "span", content: string) => {
      const element = document.createElement(kind);
      element.textContent = content;
      text.append(element);
    };
    line("b", page.name);
    line("span", words[level]!);
    for (const name of names.slice(0, MOST_NAMES)) line("span", `• ${name}`);
    if (names.length > MOST_NAMES) line("span", `+${names.length - MOST_NAMES}`);
    link.replaceChildren(icon, text);
    region.replaceChildren(link);
    host.hidden = false;
  };

  let known = "";
  let pause = POLL_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = async (): Promise<void> => {
    clearTimeout(timer);
    if (!host.isConnected) return document.removeEventListener("visibilitychange", follow);
    if (document.hidden) return;
    try {
      const {
        page: { updated_at: changed },
        status,
      } = await ask<Answer>("status.json");
      if (!signs[status.indicator]) throw status;
      if (changed !== known || host.hidden) {
        const { components, incidents } = await ask<Summary>("summary.json");
        // As on the page, the worst incidents are listed.
        incidents.sort((a, b) => worse.indexOf(b.impact) - worse.indexOf(a.impact));
        const levels = [
          ...components.map(({ status }) => statuses.indexOf(status)),
          ...incidents.map(({ impact }) => worse.indexOf(impact)),
        ];
        draw(
          Math.max(0, ...levels),
          incidents.map(({ name }) => name),
        );
        known = changed;
      }
      pause = POLL_MS;
    } catch {
      // Without a current status, nothing is shown.
      host.hidden = true;
      region.replaceChildren();
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
    timer = setTimeout(follow, pause);
  };
  document.addEventListener("visibilitychange", follow);
  void follow();
}

// `currentScript` is set only now.
const current = document.currentScript as HTMLScriptElement | null;
const begin = () => {
  try {
    start(current ?? document.querySelector(`script[src^="${page.address}/"]`));
  } catch {
    // Old browsers show nothing.
  }
};
if (document.body) begin();
else document.addEventListener("DOMContentLoaded", begin);
