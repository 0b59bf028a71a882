// Updates a published page while it is open. The page also works without this script.

const POLL_MS = 9_000;
const JITTER_MS = 1_000;
const TIMEOUT_MS = 8_000;
/**
 * One in this many polls fetches the page even without a new status, because the uptime bars change
 * at midnight.
 */
const POLLS_PER_PAGE = 20;
/** A CDN can have the new status before the new page, so the page is fetched several times. */
const MAX_REFETCHES = 4;
const RETRY_MS = 2_500;
/** The page may be outdated if the status was published within this time before the first poll. */
const RECENT_MS = 15_000;

/** The page is outdated if its store's heartbeat, or a CDN's response, is older than this. */
const MAX_AGE_MS = 180_000;

const root = document.documentElement;
const language = root.lang;
const base = root.dataset.base ?? "";
const fill = (phrase: string, values: Record<string, string>) =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const minute = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
const date = { year: "numeric", month: "short", day: "numeric" } as const;
const clock = new Intl.DateTimeFormat(language, minute);
const full = new Intl.DateTimeFormat(language, { ...date, ...minute });

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const MAX_AGO_SECONDS = 7 * 86_400;

function formatAgo(at: number, style: Intl.RelativeTimeFormatStyle): string {
  const seconds = Math.max(0, (Date.now() - at) / 1_000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? (["second", 1] as const);
  const format = new Intl.RelativeTimeFormat(language, { style, numeric: "auto" });
  return format.format(-Math.floor(seconds / size), unit);
}

function showTimes(within: ParentNode): void {
  const isOther = zone !== undefined && root.dataset.zone !== zone;
  for (const time of within.querySelectorAll<HTMLTimeElement>("time[datetime*=T]")) {
    const at = new Date(time.dateTime);
    const { from, ago } = time.dataset;
    const isSameDay = from !== undefined && new Date(from).toDateString() === at.toDateString();
    const own = isOther ? (isSameDay ? clock : full).format(at) : time.title || time.textContent;
    const isRelative = ago !== undefined && Date.now() - at.getTime() < MAX_AGO_SECONDS * 1_000;
    if (isRelative) time.title = own;
    setText(time, isRelative ? formatAgo(at.getTime(), "long") : own);
  }
  const element = within.querySelector<HTMLElement>("#zone");
  if (isOther && element !== null) setText(element, fill(element.dataset.own ?? "", { zone }));
}

function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

// Elements are updated in place to keep the focus, scroll position, and open details.

const openDetails = new WeakMap<Element, boolean>();
const rememberOpenDetails = (within: ParentNode) =>
  within.querySelectorAll("details").forEach((details) => openDetails.set(details, details.open));

const getId = (node: Node) => (node instanceof Element ? node.id : "");
const isSameElement = (old: Node, now: Node) =>
  old.nodeName === now.nodeName && getId(old) === getId(now);

function updateElement(old: Element, now: Element): void {
  const isDetails = old instanceof HTMLDetailsElement;
  // Keeps styles that this script has set, and whether details are open.
  const isKept = (name: string) => name === "style" || (isDetails && name === "open");
  for (const name of old.getAttributeNames())
    if (!now.hasAttribute(name) && !isKept(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes)
    if (old.getAttribute(name) !== value && !isKept(name)) old.setAttribute(name, value);
  if (isDetails) {
    // Keeps the visitor's choice until the server's value changes.
    const open = now.hasAttribute("open");
    if (openDetails.get(old) !== open) old.open = open;
    openDetails.set(old, open);
  }
  const newNodes = [...now.childNodes];
  const newIds = new Set(newNodes.map(getId));
  for (const child of [...old.children]) if (!newIds.has(child.id)) child.remove();
  for (const [index, newNode] of newNodes.entries()) {
    const place = old.childNodes[index] ?? null;
    const candidates = getId(newNode) === "" ? [place] : [...old.children];
    const match = candidates.find((node) => node !== null && isSameElement(node, newNode)) ?? null;
    if (match === null) {
      old.insertBefore(newNode, place);
      if (newNode instanceof Element) rememberOpenDetails(newNode);
      continue;
    }
    if (match !== place) old.insertBefore(match, place);
    if (match instanceof Element) updateElement(match, newNode as Element);
    else if (match.nodeValue !== newNode.nodeValue) match.nodeValue = newNode.nodeValue;
  }
  for (const node of [...old.childNodes].slice(newNodes.length)) node.remove();
}

const fetchFresh = (url: string) =>
  fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT_MS) });

async function refresh(): Promise<void> {
  const response = await fetchFresh(location.href.split("#", 1)[0]!);
  // The caller marks the page as unconfirmed. The next poll fetches it again.
  if (!response.ok) throw new Error(response.statusText);
  const now = new DOMParser().parseFromString(await response.text(), "text/html");
  const { dataset } = now.documentElement;
  const content = now.querySelector(".sp");
  const shown = document.querySelector(".sp");
  if (content === null || shown === null) return;
  const isStale = dataset.stale !== undefined;
  setAppearance(now.title, findIcon(now)?.href, isStale);
  if (dataset.version !== root.dataset.version)
    return document.querySelector("dialog[open]") === null ? location.reload() : undefined;
  if (dataset.made === root.dataset.made && isStale === isServedStale) return;
  root.dataset.zone = dataset.zone ?? "";
  showTimes(content);
  const note = content.querySelector("#live");
  if (note !== null && checkedAt > 0 && !isStale)
    note.textContent = document.querySelector("#live")?.textContent ?? "";
  updateElement(shown, content);
  root.dataset.made = dataset.made;
  isServedStale = isStale;
}

let checkedAt = 0;
let isLost = false;
let lostAt = Date.now();
/** True if the server marked the page as unconfirmed, and added a notice. */
let isServedStale = root.dataset.stale !== undefined;

const findIcon = (page: Document) => page.querySelector<HTMLLinkElement>("link[rel=icon]");

function setAppearance(title: string, icon: string | undefined, isStale: boolean): void {
  const link = findIcon(document);
  document.title = title;
  if (link !== null && icon !== undefined && link.href !== icon) link.href = icon;
  root.toggleAttribute("data-stale", isStale);
}

function showChecked(isPrint = false): void {
  const note = document.querySelector<HTMLElement>("#live");
  if (note === null || isServedStale) return;
  // Keeps the note's height, because a shorter text would cause a layout shift.
  note.style.minHeight ||= `${note.offsetHeight}px`;
  if (isLost)
    setText(note, fill(note.dataset.connectionLost ?? "", { time: clock.format(lostAt) }));
  else if (checkedAt > 0) {
    const ago = isPrint ? full.format(checkedAt) : formatAgo(checkedAt, "short");
    setText(note, fill(note.dataset.live ?? "", { ago }));
  }
}

let etag: string | null = null;
/** How many more times to fetch the page while it does not contain the new status. */
let refetches = 0;
let polls = 0;
let timer = 0;
let isPolling = false;

/** Throws if the time is long ago, or NaN. */
function requireRecent(cause: number): void {
  if (!(Date.now() - cause <= MAX_AGE_MS)) throw new Error("outdated", { cause });
}

/** Throws if the store that serves the page is outdated. Stores send no X-Published-At header. */
async function checkHeartbeat(): Promise<void> {
  const response = await fetchFresh("/heartbeat.json");
  requireRecent(Date.parse(((await response.json()) as { at: string }).at));
}

async function poll(): Promise<void> {
  clearTimeout(timer);
  if (isPolling) return;
  isPolling = true;
  try {
    // Offline, the request would log a network error in the console.
    if (!navigator.onLine) throw new Error("offline");
    const response = await fetchFresh(`${base}/api/v2/status.json`);
    if (!response.ok) throw new Error(response.statusText);
    // While the server fails, a CDN may send its last response for a day.
    requireRecent(Date.now() - Number(response.headers.get("age")) * 1_000);
    if (!response.headers.has("x-published-at")) await checkHeartbeat();
    const tag = response.headers.get("etag");
    const published = Date.parse(response.headers.get("x-published-at") ?? "");
    if (
      etag === null
        ? Date.parse(response.headers.get("date") ?? "") - published < RECENT_MS
        : tag !== etag
    )
      refetches = MAX_REFETCHES;
    etag = tag;
    if (refetches > 0 || isLost || polls++ % POLLS_PER_PAGE === 0) {
      await refresh();
      // Without X-Published-At, the page may still be outdated, so no refetch is skipped.
      const isCurrent = Date.parse(root.dataset.made ?? "") >= published;
      refetches = isCurrent ? 0 : Math.max(0, refetches - 1);
    }
    checkedAt = Date.now();
    isLost = false;
  } catch (error) {
    if (error instanceof Error && Number.isFinite(error.cause)) lostAt = error.cause as number;
    else if (!isLost) lostAt = checkedAt || Date.now();
    if (!isLost) setAppearance(root.dataset.lostTitle ?? "", root.dataset.lostIcon, true);
    isLost = true;
  }
  isPolling = false;
  showChecked();
  showTimes(document);
  timer = window.setTimeout(
    () => void poll(),
    (refetches > 0 ? RETRY_MS : POLL_MS) + (Math.random() * 2 - 1) * JITTER_MS,
  );
}

async function subscribe(link: HTMLAnchorElement): Promise<void> {
  try {
    const page = new DOMParser().parseFromString(
      await (await fetchFresh(link.href)).text(),
      "text/html",
    );
    const [form, heading] = [page.querySelector("form"), page.querySelector("h1")];
    const main = page.querySelector("main");
    if (form === null || heading === null || main === null) throw new Error("no form");
    // A second click while the form loads must not open another dialog.
    if (document.querySelector("dialog") !== null) return;
    const dialog = document.createElement("dialog");
    dialog.className = "sp-dialog";
    heading.id = "subscribe-heading";
    dialog.setAttribute("aria-labelledby", heading.id);
    const close = Object.assign(document.createElement("button"), {
      type: "button",
      className: "sp-close",
      textContent: "×",
      ariaLabel: root.dataset.close ?? "×",
      onclick: () => dialog.close(),
    });
    dialog.addEventListener("click", ({ target, detail }) => {
      // A click on the backdrop targets the dialog itself. The second click of a double click on
      // the link does too.
      if (target === dialog && detail === 1) dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      link.focus();
    });
    dialog.append(close, ...main.childNodes);
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[name=email]")?.focus();
  } catch {
    location.assign(link.href);
  }
}

document.addEventListener("click", (event) => {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  // Shows the exact time on a tap, because its tooltip requires a mouse. The next poll shows the
  // relative time again.
  const time = target instanceof Element ? target.closest<HTMLElement>("time[title]") : null;
  if (time !== null) setText(time, time.title);
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-subscribe]") : null;
  if (link === null || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  // On a page that contains the form, the link needs no dialog.
  if (document.querySelector("main form") !== null) return;
  event.preventDefault();
  void subscribe(link);
});

rememberOpenDetails(document);
showTimes(document);
if (document.querySelector("#live") !== null) {
  // Starts after the first paint of the page.
  setTimeout(() => void poll(), 500);
  setInterval(showChecked, 1_000);
  // Printed pages show an absolute time.
  addEventListener("beforeprint", () => showChecked(true));
  addEventListener("afterprint", () => showChecked());
  document.addEventListener("visibilitychange", () => document.hidden || void poll());
  addEventListener("online", () => void poll());
  addEventListener("offline", () => void poll());
  addEventListener("pageshow", ({ persisted }) => persisted && void poll());
}
