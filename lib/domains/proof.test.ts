import { describe, expect, test } from "vitest";
import type { Answer } from "@/lib/outbound/client";
import { OutboundError, reasonOf } from "@/lib/outbound/reasons";
import { type Places, proveHost } from "./proof";

const of = { host: "status.acme.example", token: "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE" };
const [https, http] = ["https", "http"].map((scheme) => `${scheme}://status.acme.example/.well-known/candor-challenge.txt`) as [string, string];
const errorOf = (code: string) => Object.assign(new Error(code), { code });
const answer = (statusCode: number, text = ""): Answer => ({ statusCode, text, start: text, retryAfter: null });

/** A world with these records, or the error of asking for them, and these files. */
function places(txt: string[][] | string, files: Record<string, Answer | Error> = {}): Places & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolveTxt: (name) => (asked.push(name), typeof txt === "string" ? Promise.reject(errorOf(txt)) : Promise.resolve(txt)),
    get: (url) => {
      asked.push(url);
      const found = files[url] ?? answer(404);
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
  };
}
const NONE = "There is no TXT record _candor-challenge.status.acme.example.";

describe("the TXT record", () => {
  test("is enough, also beside others and in pieces, and then no file is asked for", async () => {
    const world = places([["another"], [of.token.slice(0, 10), of.token.slice(10)]]);
    expect(await proveHost(of, world)).toEqual({ state: "found", problem: null });
    expect(world.asked).toEqual(["_candor-challenge.status.acme.example"]);
  });

  test("that says something else is told with what it says, in parts", async () => {
    const { state, problem } = await proveHost(of, places([["former"], ["x".repeat(200)], ["a\0\nb"], ["fourth"]]));
    expect(state).toBe("absent");
    expect(problem).toContain(`says “former” and “${"x".repeat(80)}…” and “a  b”, which is not the value expected.`);
  });

  test.each(["ENOTFOUND", "ENODATA"])("%s: there is none", async (code) => expect(await proveHost(of, places(code))).toEqual({ state: "absent", problem: `${NONE} ${https} answers 404.` }));

  test.each([["ESERVFAIL", "SERVFAIL"], ["ETIMEOUT", "TIMEOUT"], ["ECONNREFUSED", "CONNREFUSED"], ["weird code", "no answer"]])("%s: nobody can tell", async (code, said) => {
    const { state, problem } = await proveHost(of, places(code));
    expect(state).toBe("unknown");
    expect(problem).toContain(`could not be looked up (${said}).`);
  });
});

describe("the file", () => {
  test("is enough, over https or http, with space around it", async () => {
    expect((await proveHost(of, places("ENOTFOUND", { [https]: answer(200, `${of.token}\r\n`) }))).state).toBe("found");
    expect((await proveHost(of, places("ESERVFAIL", { [https]: new OutboundError("The TLS certificate has expired."), [http]: answer(200, of.token) }))).state).toBe("found");
  });

  test.each([
    [answer(404), answer(404), "absent", `${https} answers 404.`],
    [answer(301), answer(301), "absent", `${https} answers 301.`],
    [answer(200, "hello, stranger"), answer(404), "absent", `${https} says something else than the value expected.`],
    [answer(503), answer(503), "unknown", `${https} answers 503.`],
    [answer(429), answer(503), "unknown", `${https} answers 429.`],
    [answer(503), answer(404), "absent", `${http} answers 404.`],
    [reasonOf(errorOf("ECONNREFUSED")), reasonOf(errorOf("ECONNREFUSED")), "unknown", `${https} cannot be fetched: the connection was refused.`],
    [reasonOf(errorOf("ENOTFOUND")), reasonOf(errorOf("ENOTFOUND")), "absent", `${https} cannot be fetched: the host name is not known.`],
    [reasonOf(errorOf("EAI_AGAIN")), reasonOf(errorOf("EAI_AGAIN")), "unknown", `${https} cannot be fetched: the host name could not be looked up.`],
    [new OutboundError("The host name leads to a private address, which is not called."), answer(503), "unknown", `${https} cannot be fetched: the host name leads to a private address, which is not called.`],
    [new Error("secret of the inside"), answer(503), "unknown", `${https} cannot be fetched: the connection failed.`],
  ])("%j, then %j: %s", async (first, second, state, words) => {
    expect(await proveHost(of, places("ENOTFOUND", { [https]: first as Answer, [http]: second as Answer }))).toEqual({ state, problem: `${NONE} ${words}` });
  });

  test("of a stranger is never repeated", async () => {
    const { problem } = await proveHost(of, places("ENOTFOUND", { [https]: answer(200, "internal words") }));
    expect(problem).not.toContain("internal words");
  });
});
