import { describe, expect, test } from "vitest";
import type { OutboundResponse } from "@/lib/outbound/outbound-client";
import { OutboundError, toOutboundError } from "@/lib/outbound/outbound-error";
import { type VerificationSources, verifyHost } from "./verification";

const challenge = {
  host: "status.acme.example",
  token: "kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE",
};
const [https, http] = ["https", "http"].map(
  (scheme) => `${scheme}://status.acme.example/.well-known/candor-challenge.txt`,
) as [string, string];
const createError = (code: string) => Object.assign(new Error(code), { code });
const response = (
  statusCode: number,
  text = "",
  location: string | null = null,
): OutboundResponse => ({
  statusCode,
  text,
  excerpt: text,
  retryAfter: null,
  location,
});

function sources(
  txt: string[][] | string,
  files: Record<string, OutboundResponse | Error> = {},
): VerificationSources & { requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    resolveTxt: (name) => (
      requests.push(name),
      typeof txt === "string" ? Promise.reject(createError(txt)) : Promise.resolve(txt)
    ),
    get: (url) => {
      requests.push(url);
      const found = files[url] ?? response(404);
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
  };
}
const NO_RECORD = "There is no TXT record at _candor-challenge.status.acme.example.";

describe("a TXT record", () => {
  test("verifies the host, even if split into parts and next to other records; no file is requested", async () => {
    const network = sources([
      ["another"],
      [challenge.token.slice(0, 10), challenge.token.slice(10)],
    ]);
    expect(await verifyHost(challenge, network)).toEqual({ state: "found", problem: null });
    expect(network.requests).toEqual(["_candor-challenge.status.acme.example"]);
  });

  test("with a wrong value is quoted in the problem, truncated", async () => {
    const { state, problem } = await verifyHost(
      challenge,
      sources([["former"], ["x".repeat(200)], ["a\0\nb"], ["fourth"]]),
    );
    expect(state).toBe("absent");
    expect(problem).toContain(`has wrong values: “former”, “${"x".repeat(80)}…”, “a  b”.`);
  });

  test.each(["ENOTFOUND", "ENODATA"])("is absent if the lookup fails with %s", async (code) =>
    expect(await verifyHost(challenge, sources(code))).toEqual({
      state: "absent",
      problem: `${NO_RECORD} ${https} returned HTTP 404.`,
    }),
  );

  test.each([
    ["ESERVFAIL", "SERVFAIL"],
    ["ETIMEOUT", "TIMEOUT"],
    ["ECONNREFUSED", "CONNREFUSED"],
    ["weird code", "no response"],
  ])("is unknown if the lookup fails with %s, which is reported as %s", async (code, reason) => {
    const { state, problem } = await verifyHost(challenge, sources(code));
    expect(state).toBe("unknown");
    expect(problem).toContain(`failed (${reason}).`);
  });
});

describe("a challenge file", () => {
  test("verifies the host over HTTPS or HTTP, even with surrounding whitespace", async () => {
    expect(
      (
        await verifyHost(
          challenge,
          sources("ENOTFOUND", { [https]: response(200, `${challenge.token}\r\n`) }),
        )
      ).state,
    ).toBe("found");
    expect(
      (
        await verifyHost(
          challenge,
          sources("ESERVFAIL", {
            [https]: new OutboundError("The TLS certificate has expired."),
            [http]: response(200, challenge.token),
          }),
        )
      ).state,
    ).toBe("found");
  });

  test.each([
    [response(404), response(404), "absent", `${https} returned HTTP 404.`],
    [response(301), response(301), "absent", `${https} returned HTTP 301.`],
    [response(200, "something else"), response(404), "absent", `${https} has the wrong content.`],
    [response(503), response(503), "unknown", `${https} returned HTTP 503.`],
    [response(429), response(503), "unknown", `${https} returned HTTP 429.`],
    [response(502), response(301, "", https), "unknown", `${https} returned HTTP 502.`],
    [
      response(502),
      response(302, "", "https://parking.example/"),
      "absent",
      `${http} returned HTTP 302.`,
    ],
    [response(503), response(404), "absent", `${http} returned HTTP 404.`],
    [
      toOutboundError(createError("ECONNREFUSED")),
      toOutboundError(createError("ECONNREFUSED")),
      "unknown",
      `${https} could not be fetched: the connection was refused.`,
    ],
    [
      toOutboundError(createError("ENOTFOUND")),
      toOutboundError(createError("ENOTFOUND")),
      "absent",
      `${https} could not be fetched: the host name could not be resolved.`,
    ],
    [
      toOutboundError(createError("EAI_AGAIN")),
      toOutboundError(createError("EAI_AGAIN")),
      "unknown",
      `${https} could not be fetched: the DNS lookup failed.`,
    ],
    [
      new OutboundError("The host name points to a private address, which is not allowed."),
      response(503),
      "unknown",
      `${https} could not be fetched: the host name points to a private address, which is not allowed.`,
    ],
    [
      new Error("internal detail"),
      response(503),
      "unknown",
      `${https} could not be fetched: the connection failed.`,
    ],
  ])(
    "has a state and a problem that depend on the HTTPS and HTTP responses (case %#)",
    async (httpsResponse, httpResponse, state, problem) => {
      expect(
        await verifyHost(
          challenge,
          sources("ENOTFOUND", {
            [https]: httpsResponse as OutboundResponse,
            [http]: httpResponse as OutboundResponse,
          }),
        ),
      ).toEqual({ state, problem: `${NO_RECORD} ${problem}` });
    },
  );

  test("is never quoted in the problem", async () => {
    const { problem } = await verifyHost(
      challenge,
      sources("ENOTFOUND", { [https]: response(200, "internal content") }),
    );
    expect(problem).not.toContain("internal content");
  });
});
