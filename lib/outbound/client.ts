import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { env } from "@/lib/env";
import { hostOf, judgeAddress, judgeUrl } from "./fence";
import { createGate } from "./gate";
import { OutboundError, reasonOf } from "./reasons";

/** Calls to one host at the same time. */
export const CALLS_PER_HOST = 4;
/** Of an answer no more is read. */
export const ANSWER_BYTES = 65_536;
/** Characters of an answer that are kept. */
export const START_LENGTH = 500;
const CONNECT_TIMEOUT_MS = 8_000;
const KEPT_ALIVE_MS = 4_000;

export type Call = {
  /** JSON, as text or in UTF-8, or a form. */
  body: string | Uint8Array | URLSearchParams;
  headers?: Record<string, string>;
  /** Ends the attempt, the wait for a free connection included. */
  signal: AbortSignal;
};

/** What a GET takes of a {@link Call}. */
export type Fetching = Pick<Call, "signal">;

export type Answer = {
  statusCode: number;
  retryAfter: string | null;
  /** What was read of the body, at most {@link ANSWER_BYTES}; empty when it is compressed. */
  text: string;
  /** Its first {@link START_LENGTH} characters, fit to be stored. */
  start: string;
};

/** Addresses of a host name, as the system knows them. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

export type Client = {
  /**
   * One POST. Redirects are answers like any other and not followed. An answer whose body does not end in time, or
   * ends badly, counts by its status. Throws an {@link OutboundError} when there is no answer.
   */
  post: (url: string, call: Call) => Promise<Answer>;
  /** One GET, under the same rules. */
  get: (url: string, call: Fetching) => Promise<Answer>;
  close: () => Promise<void>;
};

/** An HTTP client that reaches only what the fence lets through. */
export function createClient({ allowPrivate, resolve = (hostname) => systemLookup(hostname, { all: true }) }: { allowPrivate: boolean; resolve?: Resolve }): Client {
  // The socket connects to the addresses this hands on and asks nobody again, so a name cannot change its mind in between.
  const lookup: LookupFunction = (hostname, options, callback) => {
    judge(hostname, (error, addresses) => {
      if (error) callback(error, "");
      else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
  async function judgedAddresses(hostname: string) {
    const answers = await resolve(hostname);
    const judged = answers.map(({ address }) => judgeAddress(address, allowPrivate));
    const allowed = answers.filter((_, index) => judged[index] === null);
    if (allowed.length === 0) throw new OutboundError(`The host name leads to ${judged[0] ?? "no address"}, which is not called.`);
    return allowed;
  }
  const judge = callbackify(judgedAddresses);

  const dial = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true });
  const connect: buildConnector.connector = (options, callback) => {
    // Sockets connect to literal addresses without a lookup.
    const host = options.hostname.replace(/^\[(.*)\]$/, "$1");
    const reason = isIP(host) === 0 ? null : judgeAddress(host, allowPrivate);
    if (reason === null) dial(options, callback);
    else callback(new OutboundError(`The URL leads to ${reason}, which is not called.`, true), null);
  };
  const agent = new Agent({ connect, connections: CALLS_PER_HOST, pipelining: 1, keepAliveTimeout: KEPT_ALIVE_MS, keepAliveMaxTimeout: KEPT_ALIVE_MS });
  // The agent forgets an origin, and with it its limit, whenever its last connection closes: the limit is held here.
  const enter = createGate(CALLS_PER_HOST);

  async function send(text: string, call: Call | Fetching): Promise<Answer> {
    const reason = judgeUrl(text, allowPrivate);
    if (reason !== null) throw new OutboundError(`The URL ${reason}.`, true);
    const url = new URL(text);
    try {
      call.signal.throwIfAborted();
      const leave = await enter(hostOf(url), call.signal);
      try {
        return await exchange(agent, url, call);
      } finally {
        leave();
      }
    } catch (error) {
      throw reasonOf(error);
    }
  }

  return { post: send, get: send, close: () => agent.destroy() };
}

function exchange(agent: Agent, url: URL, call: Call | Fetching): Promise<Answer> {
  const { signal } = call;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answered: { statusCode: number; headers: Record<string, string | string[] | undefined> } | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let settled = false;

    const settle = (error?: unknown) => {
      if (settled) return;
      settled = true;
      signal.removeEventListener("abort", cut);
      if (answered === undefined) reject(error);
      else resolve(answerOf(answered.statusCode, answered.headers, Buffer.concat(chunks)));
    };
    const cut = () => {
      settle(signal.reason);
      controller?.abort(new Error("cut"));
    };
    signal.addEventListener("abort", cut, { once: true });

    const request: Dispatcher.DispatchOptions = { origin: url.origin, path: url.pathname + url.search, ...messageOf(call) };
    try {
      agent.dispatch(request, {
        onRequestStart(started) {
          controller = started;
          if (settled) started.abort(new Error("cut"));
        },
        onResponseStart(_, statusCode, headers) {
          if (statusCode >= 200) answered = { statusCode, headers };
        },
        onResponseData(_, chunk) {
          if (settled) return;
          chunks.push(size + chunk.length > ANSWER_BYTES ? chunk.subarray(0, ANSWER_BYTES - size) : chunk);
          size += chunk.length;
          if (size < ANSWER_BYTES) return;
          settle();
          controller?.abort(new Error("cut"));
        },
        onResponseEnd: () => settle(),
        onResponseError: (_, error) => settle(error),
      });
    } catch (error) {
      settle(error);
    }
  });
}

const USUAL_HEADERS = { "user-agent": "Candor", accept: "*/*", "accept-encoding": "identity" };

function messageOf(call: Call | Fetching): Pick<Dispatcher.DispatchOptions, "method" | "body" | "headers"> {
  if (!("body" in call)) return { method: "GET", headers: USUAL_HEADERS };
  const { body, headers } = call;
  const isForm = body instanceof URLSearchParams;
  return { method: "POST", body: isForm ? body.toString() : body, headers: { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json", ...USUAL_HEADERS, ...headers } };
}

function answerOf(statusCode: number, headers: Record<string, string | string[] | undefined>, body: Buffer): Answer {
  const retryAfter = headers["retry-after"];
  const encoding = String(headers["content-encoding"] ?? "identity");
  // What is compressed against our wish is not opened: its size is known only afterwards.
  const text = encoding === "identity" ? new TextDecoder().decode(body) : "";
  return { statusCode, retryAfter: typeof retryAfter === "string" ? retryAfter : null, text, start: startOf(text) };
}

/** The start of an answer as text that every database takes: no control characters, no half of a surrogate pair. */
export function startOf(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is taken out
  const clean = text.slice(0, START_LENGTH * 2).toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  const start = clean.slice(0, START_LENGTH);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

const KEY = Symbol.for("candor.outbound");
// The server and the app are separate bundles: the limit per host is one for the process.
const shared = globalThis as unknown as { [KEY]?: Client };

const ofProcess = (): Client => (shared[KEY] ??= createClient({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE === "on" }));

/** {@link Client.post} of this process's client. */
export const post: Client["post"] = (url, call) => ofProcess().post(url, call);
/** {@link Client.get} of this process's client. */
export const get: Client["get"] = (url, call) => ofProcess().get(url, call);
