// The script of a published page: updates it while it is open. The page works without it.

const POLL_MS = 9_000;
/** Spreads the polls of many open pages. */
const JITTER_MS = 1_000;
const TIMEOUT_MS = 8_000;
/**
 * The page is fetched after this many polls even if the status is the same: bars change at
 * midnight.
 */
const POLLS_PER_PAGE = 20;
/** A CDN can have the new status before the new page: the page is fetched again this often. */
const TRIES = 4;
const RETRY_MS = 2_500;
/** A status published this shortly before the page was opened may be newer than the page. */
const NEWS_MS = 15_000;

/** The heartbeat is renewed every minute. */
const MAX_HEARTBEAT_AGE_MS = 180_000;

const root = document.documentElement;
const language = root.lang;
const base = root.dataset.base ?? "";
const fillIn = (phrase: string, values: Record<string, string>) =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

// Times in the reader's zone.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const clock: Intl.DateTimeFormatOptions = {
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};
const full: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  ...clock,
};
const formatClock = (at: number) => new Intl.DateTimeFormat(language, clock).format(at);

function showOwnTimes(within: ParentNode): void {
  if (zone === undefined || root.dataset.zone === zone) return;
  const [short, long] = [clock, full].map((options) => new Intl.DateTimeFormat(language, options));
  for (const time of within.querySelectorAll<HTMLTimeElement>("time[datetime*=T]")) {
    const at = new Date(time.dateTime);
    const { from } = time.dataset;
    const isSameDay = from !== undefined && new Date(from).toDateString() === at.toDateString();
    setText(time, (isSameDay ? short : long)!.format(at));
  }
  const element = within.querySelector<HTMLElement>("#zone");
  if (element !== null) setText(element, fillIn(element.dataset.own ?? "", { zone }));
}

function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

// Replaces the page node by node, so that focus, scroll position and open details stay.

const unfolded = new WeakMap<Element, boolean>();
const remember = (within: ParentNode) =>
  within.querySelectorAll("details").forEach((details) => unfolded.set(details, details.open));

const idOf = (node: Node) => (node instanceof Element ? node.id : "");
const isLike = (old: Node, now: Node) => old.nodeName === now.nodeName && idOf(old) === idOf(now);

function become(old: Element, now: Element): void {
  const isDetails = old instanceof HTMLDetailsElement;
  // The script sets styles, and the reader opens details.
  const isKept = (name: string) => name === "style" || (isDetails && name === "open");
  for (const name of old.getAttributeNames())
    if (!now.hasAttribute(name) && !isKept(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes)
    if (old.getAttribute(name) !== value && !isKept(name)) old.setAttribute(name, value);
  if (isDetails) {
    // The reader's choice stays until the page itself changes it.
    const open = now.hasAttribute("open");
    if (unfolded.get(old) !== open) old.open = open;
    unfolded.set(old, open);
  }
  const wantedNodes = [...now.childNodes];
  const wantedIds = new Set(wantedNodes.map(idOf));
  for (const child of [...old.children]) if (!wantedIds.has(child.id)) child.remove();
  for (const [index, wanted] of wantedNodes.entries()) {
    const place = old.childNodes[index] ?? null;
    // Elements are matched by ID, others by position.
    const candidates = idOf(wanted) === "" ? [place] : [...old.children];
    const match = candidates.find((node) => node !== null && isLike(node, wanted)) ?? null;
    if (match === null) {
      old.insertBefore(wanted, place);
      if (wanted instanceof Element) remember(wanted);
      continue;
    }
    if (match !== place) old.insertBefore(match, place);
    if (match instanceof Element) become(match, wanted as Element);
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
  }
  for (const node of [...old.childNodes].slice(wantedNodes.length)) node.remove();
}

const ask = (address: string) =>
  fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT_MS) });

async function refresh(): Promise<void> {
  const response = await ask(location.href.split("#", 1)[0]!);
  // The page stays as it is, marked as unconfirmed; the next poll tries again.
  if (!response.ok) throw new Error(response.statusText);
  trust();
  const now = new DOMParser().parseFromString(await response.text(), "text/html");
  const { dataset } = now.documentElement;
  const content = now.querySelector(".sp");
  const shown = document.querySelector(".sp");
  if (content === null || shown === null || dataset.made === undefined) return;
  if (dataset.version !== root.dataset.version)
    return document.querySelector("dialog[open]") === null ? location.reload() : undefined;
  if (dataset.made === root.dataset.made && dataset.stale === root.dataset.stale) return;
  showOwnTimes(content);
  const note = content.querySelector("#live");
  if (note !== null && checkedAt > 0 && dataset.stale === undefined)
    note.textContent = document.querySelector("#live")?.textContent ?? "";
  become(shown, content);
  show({ title: now.title, icon: iconOf(now).href, stale: dataset.stale });
  root.dataset.made = dataset.made;
}

// Whether the status could be checked.

let checkedAt = 0;
let isLost = false;
let lostAt = Date.now();
/** `stale` marks the page as unconfirmed. */
type Look = { title: string; icon: string; stale: string | undefined };
/** The look before the page became unconfirmed; null while it can be checked. */
let trusted: Look | null = null;

const iconOf = (page: Document) => page.querySelector<HTMLLinkElement>("link[rel=icon]")!;

/** Returns the former look. */
function show({ title, icon, stale }: Look): Look {
  const link = iconOf(document);
  const former = { title: document.title, icon: link.href, stale: root.dataset.stale };
  document.title = title;
  link.href = icon;
  if (stale === undefined) delete root.dataset.stale;
  else root.dataset.stale = stale;
  return former;
}

function doubt(): void {
  const { lostTitle = "", lostIcon = "", stale = "" } = root.dataset;
  trusted ??= show({ title: lostTitle, icon: lostIcon, stale });
}

function trust(): void {
  if (trusted !== null) show(trusted);
  trusted = null;
}

function showChecked(): void {
  const note = document.querySelector<HTMLElement>("#live");
  // A page that the server sent as unconfirmed has a notice of its own.
  if (note === null || (trusted ?? root.dataset).stale !== undefined) return;
  // Keeps its height, so that nothing moves.
  note.style.minHeight ||= `${note.offsetHeight}px`;
  if (isLost) setText(note, fillIn(note.dataset.lost ?? "", { time: formatClock(lostAt) }));
  else if (checkedAt > 0) {
    const seconds = Math.round((Date.now() - checkedAt) / 1_000);
    const format = new Intl.RelativeTimeFormat(language, { style: "short", numeric: "auto" });
    const ago =
      seconds < 60
        ? format.format(-seconds, "second")
        : format.format(-Math.floor(seconds / 60), "minute");
    setText(note, fillIn(note.dataset.live ?? "", { ago }));
  }
}

let etag: string | null = null;
/** How many more times the page is fetched, because the status is newer. */
let behind = 0;
let polls = 0;
let timer = 0;
let isPolling = false;

/** A static copy in a store is checked by the store's heartbeat. The cause of an error is its time. */
async function checkHeartbeat(): Promise<void> {
  const response = await ask("/heartbeat.json");
  const cause = Date.parse(((await response.json()) as { at: string }).at);
  if (Date.now() - cause > MAX_HEARTBEAT_AGE_MS) throw new Error("not renewed", { cause });
}

async function poll(): Promise<void> {
  clearTimeout(timer);
  if (isPolling) return;
  isPolling = true;
  try {
    // A request without a network would log an error in the console.
    if (!navigator.onLine) throw new Error("offline");
    const response = await ask(`${base}/api/v2/status.json`);
    if (!response.ok) throw new Error(response.statusText);
    if (!response.headers.has("x-published-at")) await checkHeartbeat();
    const tag = response.headers.get("etag");
    const published = Date.parse(response.headers.get("x-published-at") ?? "");
    if (
      etag === null
        ? Date.parse(response.headers.get("date") ?? "") - published < NEWS_MS
        : tag !== etag
    )
      behind = TRIES;
    etag = tag;
    if (behind > 0 || isLost || polls++ % POLLS_PER_PAGE === 0) {
      await refresh();
      behind = Date.parse(root.dataset.made ?? "") < published ? Math.max(0, behind - 1) : 0;
    }
    checkedAt = Date.now();
    isLost = false;
  } catch (error) {
    if (error instanceof Error && typeof error.cause === "number") lostAt = error.cause;
    else if (!isLost) lostAt = checkedAt || Date.now();
    isLost = true;
    doubt();
  }
  isPolling = false;
  showChecked();
  timer = window.setTimeout(
    () => void poll(),
    (behind > 0 ? RETRY_MS : POLL_MS) + (Math.random() * 2 - 1) * JITTER_MS,
  );
}

// Subscribing in a dialog.

async function subscribe(link: HTMLAnchorElement): Promise<void> {
  try {
    const page = new DOMParser().parseFromString(await (await ask(link.href)).text(), "text/html");
    const [form, heading] = [page.querySelector("form"), page.querySelector("h1")];
    const main = page.querySelector("main");
    if (form === null || heading === null || main === null) throw new Error("no form");
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
    dialog.addEventListener("click", ({ target }) => {
      // A click on the backdrop has the dialog as its target.
      if (target === dialog) dialog.close();
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
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-subscribe]") : null;
  if (link === null || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  // The page of the form has it already.
  if (document.querySelector("main form") !== null) return;
  event.preventDefault();
  void subscribe(link);
});

remember(document);
showOwnTimes(document);
if (document.querySelector("#live") !== null) {
  // After the first paint.
  setTimeout(() => void poll(), 500);
  setInterval(showChecked, 1_000);
  document.addEventListener("visibilitychange", () => document.hidden || void poll());
  addEventListener("online", () => void poll());
  addEventListener("offline", () => void poll());
  addEventListener("pageshow", ({ persisted }) => persisted && void poll());
}
