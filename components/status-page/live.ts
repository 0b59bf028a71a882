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
/** Creating a formatter takes longer than everything else here. */
function late<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}
const full = late(
  () =>
    new Intl.DateTimeFormat(language, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
);
const clock = late(
  () =>
    new Intl.DateTimeFormat(language, {
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
);
const since = late(
  () => new Intl.RelativeTimeFormat(language, { style: "short", numeric: "auto" }),
);

function showOwnTimes(within: ParentNode): void {
  if (zone === undefined || root.dataset.zone === zone) return;
  for (const time of within.querySelectorAll<HTMLTimeElement>("time[datetime*=T]")) {
    const at = new Date(time.dateTime);
    const { from } = time.dataset;
    const isSameDay = from !== undefined && new Date(from).toDateString() === at.toDateString();
    setText(time, (isSameDay ? clock : full)().format(at));
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

function become(old: Element, now: Element): void {
  const isDetails = old instanceof HTMLDetailsElement;
  for (const { name } of [...old.attributes])
    if (!now.hasAttribute(name) && !(isDetails && name === "open") && name !== "style")
      old.removeAttribute(name);
  for (const { name, value } of now.attributes)
    if (old.getAttribute(name) !== value && !(isDetails && name === "open"))
      old.setAttribute(name, value);
  if (isDetails) {
    // The reader's choice stays until the page itself changes it.
    const open = now.hasAttribute("open");
    if (unfolded.get(old) !== open) old.open = open;
    unfolded.set(old, open);
  }
  // Elements are matched by ID, others by position.
  const wantedIds = new Set([...now.children].map(({ id }) => id));
  const kept = new Map<string, Element>();
  for (const child of [...old.children]) {
    if (child.id === "") continue;
    if (wantedIds.has(child.id)) kept.set(child.id, child);
    else child.remove();
  }
  let place = old.firstChild;
  for (const wanted of [...now.childNodes]) {
    const id = wanted instanceof Element ? wanted.id : "";
    const match: ChildNode | null =
      id === "" ? (place !== null && isLike(place, wanted) ? place : null) : (kept.get(id) ?? null);
    if (match === null) {
      old.insertBefore(wanted, place);
      if (wanted instanceof Element) remember(wanted);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else old.insertBefore(match, place);
    if (match instanceof Element) become(match, wanted as Element);
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
  }
  while (place !== null) {
    const next: ChildNode | null = place.nextSibling;
    place.remove();
    place = next;
  }
}

const isLike = (old: Node, now: Node) =>
  old.nodeName === now.nodeName && !(old instanceof Element && old.id !== "");

const ask = (address: string) =>
  fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT_MS) });

async function refresh(): Promise<void> {
  const response = await ask(location.href.split("#", 1)[0]!);
  // The page stays as it is, marked as unconfirmed; the next poll tries again.
  if (!response.ok) throw new Error(response.statusText);
  trust();
  // The same version does not have to be parsed.
  if (
    response.headers.get("x-published-at") === root.dataset.made &&
    root.dataset.stale === undefined &&
    !response.headers.has("warning")
  )
    return;
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
  document.title = now.title;
  const [oldIcon, icon] = [document, now].map((of) =>
    of.querySelector<HTMLLinkElement>("link[rel=icon]"),
  );
  if (oldIcon && icon) oldIcon.href = icon.href;
  root.dataset.made = dataset.made;
  if (dataset.stale === undefined) delete root.dataset.stale;
  else root.dataset.stale = dataset.stale;
}

// Whether the status could be checked.

let checkedAt = 0;
let isLost = false;
let lostAt = Date.now();
/** The page before it became unconfirmed; null while it can be checked. */
let trusted: { title: string; icon: string; stale: string | undefined } | null = null;

/** Marks the page as unconfirmed, with its icon and title. */
function doubt(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (trusted !== null || icon === null) return;
  trusted = { title: document.title, icon: icon.href, stale: root.dataset.stale };
  root.dataset.stale ??= "";
  document.title = root.dataset.lostTitle ?? document.title;
  icon.href = root.dataset.lostIcon ?? icon.href;
}

/** Removes the mark. */
function trust(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (trusted === null || icon === null) return;
  document.title = trusted.title;
  icon.href = trusted.icon;
  if (trusted.stale === undefined) delete root.dataset.stale;
  trusted = null;
}

function showChecked(): void {
  const note = document.querySelector<HTMLElement>("#live");
  // A page that the server sent as unconfirmed has a notice of its own.
  if (note === null || (trusted ?? root.dataset).stale !== undefined) return;
  // Keeps its height, so that nothing moves.
  note.style.minHeight ||= `${note.offsetHeight}px`;
  if (isLost) setText(note, fillIn(note.dataset.lost ?? "", { time: clock().format(lostAt) }));
  else if (checkedAt > 0) {
    const seconds = Math.round((Date.now() - checkedAt) / 1_000);
    setText(
      note,
      fillIn(note.dataset.live ?? "", {
        ago:
          seconds < 60
            ? since().format(-seconds, "second")
            : since().format(-Math.floor(seconds / 60), "minute"),
      }),
    );
  }
}

let etag: string | null = null;
/** How many more times the page is fetched, because the status is newer. */
let behind = 0;
let polls = 0;
let timer = 0;
let isPolling = false;

/** A static copy that is not renewed any more. */
class OldCopy extends Error {
  constructor(readonly at: number) {
    super();
  }
}

/** A static copy in a store is checked by the store's heartbeat. */
async function checkHeartbeat(): Promise<void> {
  const response = await ask("/heartbeat.json");
  const { at } = (await response.json()) as { at: string };
  if (Date.now() - Date.parse(at) > MAX_HEARTBEAT_AGE_MS) throw new OldCopy(Date.parse(at));
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
    if (error instanceof OldCopy) lostAt = error.at;
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
    const close = document.createElement("button");
    close.type = "button";
    close.className = "sp-close";
    close.textContent = "×";
    close.ariaLabel = root.dataset.close ?? "×";
    close.addEventListener("click", () => dialog.close());
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
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>("a[data-subscribe]")
      : null;
  if (
    link === null ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  // The page of the form has it already.
  if (document.querySelector("main form") !== null) return;
  event.preventDefault();
  void subscribe(link);
});

remember(document);
showOwnTimes(document);
if (document.querySelector("#live") !== null) {
  // After the first paint.
  if ("requestIdleCallback" in window) requestIdleCallback(() => void poll(), { timeout: 2_000 });
  else setTimeout(() => void poll(), 1_000);
  setInterval(showChecked, 1_000);
  document.addEventListener("visibilitychange", () => document.hidden || void poll());
  addEventListener("online", () => void poll());
  addEventListener("offline", () => void poll());
  addEventListener("pageshow", ({ persisted }) => persisted && void poll());
}
