import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { deleteCopy, loadCaughtUp, loadCopy, loadHosts } from "./files";
import type { FromPublisher, Wanted } from "./messages";
import { Publisher, type PublisherOptions } from "./publisher";
import type { Representations } from "./representation";

const NOW = new Date("2026-11-20T12:00:00Z");

/** An organization of two pages, and of articles, each with words of its own. */
function world() {
  const state = {
    words: "All is well." as string | null,
    articles: new Map<string, string>(),
    until: null as Date | null,
    now: NOW,
    signature: "1",
    fails: false,
    /** Address of which the rendering throws while the database answers. */
    broken: null as string | null,
    written: [] as string[],
    /** What whoever has read waits for before it is told: of the first alone. */
    gate: null as Promise<void> | null,
  };
  const pass = async () => {
    const { gate } = state;
    state.gate = null;
    await gate;
  };
  const look = () => {
    if (state.fails) throw new Error("the database is gone");
  };
  const page =
    (name: string) =>
    (pattern: RegExp, type = "text/html; charset=utf-8") => ({
      pattern,
      render: async () => {
        look();
        if (state.broken === name) throw new Error(`${name} is broken`);
        const { words } = state;
        if (words === null) return null;
        await pass();
        return {
          facts: words,
          until: state.until,
          write: () => {
            state.written.push(name);
            return {
              type,
              body: `<html lang="en"><main><!--mark-->${name}: ${words} ${"filled ".repeat(100)}</main></html>`,
            };
          },
        };
      },
    });
  const representations: Representations = {
    routes: [
      page("home")(/^$/),
      page("feed")(/^\/history\.atom$/, "application/atom+xml; charset=utf-8"),
      {
        pattern: /^\/incidents\/(?<id>[^/]+)$/,
        render: async (_site, { id }) => {
          look();
          if (state.broken === id) throw new Error(`${id} is broken`);
          const words = state.articles.get(id!);
          await pass();
          return words === undefined
            ? null
            : {
                facts: words,
                until: null,
                write: () => (
                  state.written.push(id!),
                  { type: "text/html; charset=utf-8", body: `<p>${words}` }
                ),
              };
        },
      },
    ],
    core: async () => (look(), state.words === null ? null : ["", "/history.atom"]),
    others: async () =>
      [...state.articles].map(([id, words]) => ({ address: `/incidents/${id}`, version: words })),
    notFound: async () => ({ type: "text/plain", body: "nothing here" }),
    unavailable: () => ({ type: "text/plain", body: "cannot tell" }),
    staleNotice: (language) => `<p lang="${language}">who knows</p>`,
  };
  return { state, representations };
}

const publishers: Publisher[] = [];
const directories: string[] = [];
beforeEach(() => {
  env.DATA_DIR = mkdtempSync(join(tmpdir(), "publishing-"));
  directories.push(env.DATA_DIR);
});
afterEach(() => {
  for (const publisher of publishers.splice(0)) publisher.stop();
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function publish(
  { state, representations }: ReturnType<typeof world>,
  options: Partial<PublisherOptions> = {},
) {
  const messages: FromPublisher[] = [];
  const publisher = new Publisher({
    representations,
    post: (message) => void messages.push(message),
    readSignatures: async (ids) => {
      if (state.fails) throw new Error("the database is gone");
      return new Map(ids.map((id) => [id, state.signature]));
    },
    readChanged: async () => new Map(),
    readNext: async () => new Map(),
    readHosts: async () => [],
    siteOf: (orgID, host, base) => ({
      orgID,
      base,
      origin: host === null ? "https://example.com" : `https://${host}`,
    }),
    home: null,
    edition: "first",
    now: () => state.now,
    ...options,
  });
  publishers.push(publisher);
  publisher.start();
  const of = <Kind extends FromPublisher["kind"]>(kind: Kind) =>
    messages.filter(
      (message): message is Extract<FromPublisher, { kind: Kind }> => message.kind === kind,
    );
  let count = 0;
  const ask = async (address: string, renew = false) => {
    const id = Math.random();
    publisher.receive({ kind: "ask", id, wanted: wantedAt(address), count, renew });
    await vi.waitFor(() => expect(of("answer").some((answer) => answer.id === id)).toBe(true), {
      interval: 5,
    });
    return of("answer").find((answer) => answer.id === id)!;
  };
  const settled = (upTo: number) =>
    vi.waitFor(() => expect(of("settled").at(-1)?.count).toBe(upTo), {
      timeout: 5_000,
      interval: 5,
    });
  return {
    publisher,
    messages,
    of,
    ask,
    /** A change of what somebody reads, and the wait until all of it is told. */
    change: async () => {
      if (count === 0) {
        await ask("");
        await settled(0);
      }
      const wanted = ++count;
      publisher.receive({ kind: "changed", orgID: "acme", count: wanted });
      await settled(wanted);
    },
  };
}

test("a failed rendering is reported and logged once, retried with backoff, and recovers", async () => {
  const acme = world();
  const error = vi.spyOn(log, "error");
  const { publisher, of, ask } = publish(acme);
  await ask("");
  await vi.waitFor(() => expect(of("settled")).toHaveLength(1), { timeout: 5_000 });
  const attempts = vi.spyOn(acme.representations, "core");
  const after = async (seconds: number, attempted: number) => {
    acme.state.now = new Date(NOW.getTime() + seconds * 1_000);
    await vi.waitFor(() => expect(attempts).toHaveBeenCalledTimes(attempted), { timeout: 5_000 });
    const pulses = of("pulse").length;
    await vi.waitFor(() => expect(of("pulse").length).toBeGreaterThan(pulses + 1), {
      timeout: 5_000,
    });
    expect(attempts).toHaveBeenCalledTimes(attempted);
  };
  acme.state.broken = "feed";
  publisher.receive({ kind: "changed", orgID: "acme", count: 1 });
  await after(0, 1);
  expect(of("failing")).toEqual([{ kind: "failing", orgID: "acme", since: NOW.getTime() }]);
  await after(1, 2);
  await after(2, 2);
  await after(3, 3);
  await after(6, 3);
  await after(7, 4);
  expect(new Set(of("failing").map(({ since }) => since)), "since the first failure").toEqual(
    new Set([NOW.getTime()]),
  );
  const lines = error.mock.calls.map(
    ([line]) =>
      line as unknown as {
        organization_id: string;
        address: string;
        error: { message: string; stack: string };
      },
  );
  expect(lines).toMatchObject([
    {
      organization_id: "acme",
      address: "/status/acme/history.atom",
      error: { message: "feed is broken", stack: expect.stringContaining("publisher.test") },
    },
  ]);
  expect(of("elsewhere"), "nothing runs in a circle").toEqual([]);

  acme.state.broken = null;
  acme.state.words = "All is worse.";
  await after(15, 5);
  expect(of("failing").at(-1)).toEqual({ kind: "failing", orgID: "acme", since: null });
  expect(readFileSync(file("index.html"), "utf8")).toContain("All is worse.");
  error.mockRestore();
});

test("an organization that is deleted while its page can't be rendered is no longer reported as failing", async () => {
  const acme = world();
  const { publisher, of, ask } = publish(acme);
  await ask("");
  await vi.waitFor(() => expect(of("settled")).toHaveLength(1), { timeout: 5_000 });
  acme.state.broken = "feed";
  publisher.receive({ kind: "changed", orgID: "acme", count: 1 });
  await vi.waitFor(() => expect(of("failing").at(-1)).toMatchObject({ since: NOW.getTime() }), {
    timeout: 5_000,
  });
  acme.state.words = null;
  publisher.receive({ kind: "changed", orgID: "acme", count: 2 });
  await vi.waitFor(() => expect(of("gone")).not.toEqual([]), { timeout: 5_000 });
  expect(of("failing").at(-1)).toEqual({ kind: "failing", orgID: "acme", since: null });
});

test("a page that can't be rendered is reported alone, and all others are published", async () => {
  const acme = world();
  acme.state.articles = new Map([
    ["a", "one"],
    ["b", "two"],
    ["c", "three"],
  ]);
  acme.state.broken = "b";
  const { publisher, of, ask } = publish(acme);
  await ask("");
  await vi.waitFor(
    () => expect(of("failed")).toContainEqual({ kind: "failed", key: "/status/acme/incidents/b" }),
    { timeout: 5_000 },
  );
  await vi.waitFor(() => expect(acme.state.written).toEqual(expect.arrayContaining(["a", "c"])));
  expect([of("failing"), of("settled")]).toEqual([[], []]);
  acme.state.broken = null;
  const later = () => {
    acme.state.now = new Date(acme.state.now.getTime() + 60_000);
    expect(of("settled")).toHaveLength(1);
  };
  await vi.waitFor(later, { timeout: 5_000, interval: 200 });
  expect(acme.state.written).toContain("b");
  publisher.stop();
});

const wantedAt = (address: string): Wanted => ({
  key: `/status/acme${address}`,
  orgID: "acme",
  host: null,
  base: "/status/acme",
  address,
});
const file = (path: string) => join(env.DATA_DIR, "public/status/acme", path);

test("a change updates every core page: in memory, compressed, and as files", async () => {
  const acme = world();
  const { change, of } = publish(acme);
  await change();
  const copies = of("copy").map(({ copy }) => copy);
  expect(copies.map(({ key }) => key)).toEqual(["/status/acme", "/status/acme/history.atom"]);
  const text = Buffer.from(copies[0]!.body).toString();
  expect(text).toContain("home: All is well.");
  expect(gunzipSync(copies[0]!.gzip!).toString()).toBe(text);
  expect(brotliDecompressSync(copies[0]!.brotli!).toString()).toBe(text);
  expect(readFileSync(file("index.html"), "utf8")).toBe(text);
  expect(gunzipSync(readFileSync(file("index.html.gz"))).toString()).toBe(text);
  expect(readFileSync(file("history.atom"), "utf8")).toContain("feed: All is well.");
  expect(copies[0]!.notice).toBe('<p lang="en">who knows</p>');
  expect(copies[1]!.notice).toBe("");
});

test("What did not change is not written again; another build writes everything again", async () => {
  const acme = world();
  const { change, of } = publish(acme);
  await change();
  await change();
  expect(acme.state.written).toEqual(["home", "feed"]);
  expect(
    of("same")
      .filter(({ count }) => count === 2)
      .map(({ key }) => key),
  ).toEqual(["/status/acme", "/status/acme/history.atom"]);
  await publish(acme).change();
  expect(acme.state.written).toHaveLength(2);
  await publish(acme, { edition: "second" }).change();
  expect(acme.state.written).toHaveLength(4);
});

test("What is no longer true by the passing of time is written again, though its facts are the same", async () => {
  const acme = world();
  acme.state.until = new Date(NOW.getTime() + 1_000);
  const { change, ask, of } = publish(acme);
  await change();
  await ask("");
  expect(acme.state.written).toEqual(["home", "feed"]);
  acme.state.now = new Date(NOW.getTime() + 1_000);
  acme.state.until = null;
  expect((await ask("")).outcome).toBe("published");
  expect(acme.state.written).toEqual(["home", "feed", "home"]);
  expect(of("copy").at(-1)!.copy.made).toBe(acme.state.now.getTime());
});

test("Pages beside the core are made once, and made again only when their version is another", async () => {
  const acme = world();
  acme.state.articles = new Map([
    ["one", "first words"],
    ["two", "second words"],
  ]);
  const { change } = publish(acme);
  await change();
  expect(acme.state.written).toEqual(["home", "feed", "one", "two"]);
  acme.state.articles.set("two", "other words");
  await change();
  expect(acme.state.written).toEqual(["home", "feed", "one", "two", "two"]);
  expect(readFileSync(file("incidents/two/index.html"), "utf8")).toBe("<p>other words");
});

test("What is no more is taken away, from the front and from the disk, also by a later process", async () => {
  const acme = world();
  acme.state.articles = new Map([
    ["one", "first words"],
    ["two", "second words"],
  ]);
  const first = publish(acme);
  await first.change();
  acme.state.articles.delete("one");
  await first.change();
  expect(first.of("gone").map(({ key }) => key)).toEqual(["/status/acme/incidents/one"]);
  expect(existsSync(file("incidents/one/index.html"))).toBe(false);
  first.publisher.stop();

  acme.state.articles.delete("two");
  await publish(acme).change();
  expect(existsSync(file("incidents/two/index.html"))).toBe(false);
  expect(await loadCopy("/status/acme/incidents/two")).toBeNull();

  acme.state.words = null;
  const last = publish(acme);
  last.publisher.receive({ kind: "changed", orgID: "acme", count: 1 });
  await vi.waitFor(
    () =>
      expect(
        last
          .of("gone")
          .map(({ key }) => key)
          .sort(),
      ).toEqual(["/status/acme", "/status/acme/history.atom"]),
    { interval: 5 },
  );
  await vi.waitFor(() => expect(existsSync(file("index.html"))).toBe(false), { interval: 5 });
});

test("Where there is nothing, the answer says so, and nothing is kept", async () => {
  const acme = world();
  const { ask } = publish(acme);
  expect(await ask("/incidents/none")).toMatchObject({
    outcome: "missing",
    content: { body: "nothing here" },
  });
  expect(await ask("/elsewhere")).toMatchObject({ outcome: "missing" });
  expect(existsSync(join(env.DATA_DIR, "public"))).toBe(false);
});

test("A burst of changes is told in a few rounds, the last change included", async () => {
  const acme = world();
  const { publisher, of, ask } = publish(acme);
  await ask("");
  for (let count = 1; count <= 200; count++) {
    acme.state.words = `change ${count}`;
    publisher.receive({ kind: "changed", orgID: "acme", count });
    if (count % 20 === 0) await sleep(5);
  }
  await vi.waitFor(() => expect(of("settled").at(-1)?.count).toBe(200), {
    timeout: 5_000,
    interval: 5,
  });
  const homes = of("copy").filter(({ copy }) => copy.key === "/status/acme");
  expect(Buffer.from(homes.at(-1)!.copy.body).toString()).toContain("change 200");
  expect(homes.length).toBeLessThan(20);
});

test("While the database does not answer nothing is told; once it does, what was missed is", async () => {
  const acme = world();
  const { publisher, ask, change, of } = publish(acme);
  await change();
  acme.state.fails = true;
  acme.state.words = "Nobody knows.";
  acme.state.signature = "2";
  publisher.receive({ kind: "changed", orgID: "acme", count: 2 });
  expect((await ask("")).outcome).toBe("unavailable");
  await vi.waitFor(() => expect(of("pulse").at(-1)!.isReached).toBe(false), { timeout: 4_000 });
  expect(of("copy")).toHaveLength(2);
  acme.state.fails = false;
  // The front counts what it is told of, and asks for it.
  await vi.waitFor(() => expect(of("elsewhere").length).toBeGreaterThan(0), { timeout: 4_000 });
  publisher.receive({ kind: "changed", orgID: "acme", count: 3 });
  await vi.waitFor(
    () =>
      expect(
        of("copy").some(({ copy }) => Buffer.from(copy.body).toString().includes("Nobody knows.")),
      ).toBe(true),
    { timeout: 4_000 },
  );
  expect(of("pulse").at(-1)!.isReached).toBe(true);
});

test("An address that cannot be drawn puts no other copy in doubt: the database answers", async () => {
  const acme = world();
  const { ask, change, of } = publish(acme);
  await change();
  const broken = acme.representations.routes.find(({ pattern }) => pattern.test("/incidents/one"))!;
  broken.render = async () => {
    throw new Error("a flaw of ours");
  };
  expect((await ask("/incidents/one")).outcome).toBe("unavailable");
  expect(of("pulse").length).toBeGreaterThan(0);
  expect(of("pulse").every(({ isReached }) => isReached)).toBe(true);
});

test("a rendering that started during a database outage is not reported as failed", async () => {
  const acme = world();
  const { publisher, ask, change, of } = publish(acme);
  await change();
  acme.state.fails = true;
  await vi.waitFor(() => expect(of("pulse").at(-1)!.isReached).toBe(false), { timeout: 4_000 });
  let fail: (error: Error) => void = () => undefined;
  const connection = new Promise<never>((_, reject) => (fail = reject));
  connection.catch(() => undefined);
  for (const route of acme.representations.routes) route.render = () => connection;
  publisher.receive({ kind: "changed", orgID: "acme", count: 2 });
  const asked = ask("");
  acme.state.fails = false;
  await vi.waitFor(() => expect(of("pulse").at(-1)!.isReached).toBe(true), { timeout: 4_000 });
  fail(new Error("the connection was cut"));
  expect((await asked).outcome).toBe("unavailable");
  const pulses = of("pulse").length;
  await vi.waitFor(() => expect(of("pulse").length).toBeGreaterThan(pulses), { timeout: 4_000 });
  expect([...of("failed"), ...of("failing")]).toEqual([]);
});

test("What another process wrote is noticed within a second, once", async () => {
  const acme = world();
  const { change, of } = publish(acme);
  await change();
  acme.state.signature = "2";
  await vi.waitFor(() => expect(of("elsewhere")).toEqual([{ kind: "elsewhere", orgID: "acme" }]), {
    timeout: 3_000,
  });
});

test("What nobody reads is published too, in its time, one such after the other: as files alone", async () => {
  const acme = world();
  acme.state.articles = new Map([["one", "first words"]]);
  const { publisher, of, ask } = publish(acme);
  for (let count = 1; count <= 20; count++)
    publisher.receive({ kind: "changed", orgID: "acme", count });
  expect((await ask("/incidents/none")).outcome).toBe("missing");
  await vi.waitFor(() => expect(of("settled").at(-1)?.count).toBe(20), {
    timeout: 5_000,
    interval: 5,
  });
  expect(acme.state.written).toEqual(["home", "feed", "one"]);
  expect(of("copy")).toEqual([]);
  expect(readFileSync(file("index.html"), "utf8")).toContain("All is well.");
  // Whoever comes then is read to from the file, and from then on is told of every change.
  expect((await ask("")).outcome).toBe("published");
  acme.state.words = "All is worse.";
  publisher.receive({ kind: "changed", orgID: "acme", count: 21 });
  await vi.waitFor(
    () => expect(of("copy").map(({ copy }) => copy.key)).toContain("/status/acme/history.atom"),
    { interval: 5 },
  );
});

test("a change from another process is published once, even without visitors", async () => {
  const acme = world();
  const since: Date[] = [];
  const changed = new Map<string, string>();
  const { of } = publish(acme, {
    readChanged: async (from) => (since.push(from), new Map(changed)),
  });
  await vi.waitFor(() => expect(since).toHaveLength(1));
  changed.set("acme", "1");
  await vi.waitFor(() => expect(of("settled")).toHaveLength(1), { timeout: 5_000 });
  expect(readFileSync(file("index.html"), "utf8")).toContain("All is well.");
  expect([acme.state.written, of("copy"), of("elsewhere")]).toEqual([["home", "feed"], [], []]);
  const looks = since.length;
  await vi.waitFor(() => expect(since.length).toBeGreaterThan(looks + 1), { timeout: 5_000 });
  expect(of("settled")).toHaveLength(1);
  [acme.state.words, acme.state.signature] = ["All is worse.", "2"];
  changed.set("acme", "2");
  await vi.waitFor(
    () => expect(readFileSync(file("index.html"), "utf8")).toContain("All is worse."),
    { timeout: 5_000 },
  );
  expect(
    new Set(since.map((from) => NOW.getTime() - from.getTime())),
    "clocks differ, and what was written is seen later",
  ).toEqual(new Set([60_000]));
});

test("When all files were last true is written down, seldom, and as the database goes", async () => {
  const acme = world();
  const { of } = publish(acme);
  await vi.waitFor(async () => expect(await loadCaughtUp()).toBe(NOW.getTime()), {
    timeout: 3_000,
  });
  acme.state.now = new Date(NOW.getTime() + 10_000);
  await vi.waitFor(
    () =>
      expect(of("pulse").at(-1)).toEqual({
        kind: "pulse",
        isReached: true,
        at: NOW.getTime() + 10_000,
        isCaughtUp: true,
      }),
    { timeout: 3_000 },
  );
  expect(await loadCaughtUp()).toBe(NOW.getTime());
  acme.state.fails = true;
  acme.state.now = new Date(NOW.getTime() + 20_000);
  await vi.waitFor(async () => expect(await loadCaughtUp()).toBe(NOW.getTime() + 10_000), {
    timeout: 3_000,
  });
});

test("What was written while the database could not be asked is looked for as soon as it can", async () => {
  const acme = world();
  const since: Date[] = [];
  publish(acme, { readChanged: async (from) => (since.push(from), new Map()) });
  await vi.waitFor(() => expect(since).toHaveLength(1));
  acme.state.fails = true;
  acme.state.now = new Date(NOW.getTime() + 3_600_000);
  await vi.waitFor(() => expect(since.length).toBeGreaterThan(1), { timeout: 3_000 });
  acme.state.fails = false;
  since.length = 0;
  await vi.waitFor(() => expect(since.length).toBeGreaterThan(0), { timeout: 3_000 });
  expect(since[0]).toEqual(new Date(NOW.getTime() - 60_000));
});

test("at startup, organizations with missing, different or outdated pages are published", async () => {
  const acme = world();
  const asked: string[] = [];
  const ids = ["acme", "birch", "cedar"];
  const start = (options: Partial<PublisherOptions> = {}) => {
    asked.length = 0;
    const running = publish(acme, {
      readNext: async (after) => (
        asked.push(after),
        new Map(
          ids
            .filter((id) => id > after)
            .slice(0, 2)
            .map((id) => [id, acme.state.signature]),
        )
      ),
      ...options,
    });
    return {
      ...running,
      sweep: () => vi.waitFor(() => expect(asked.at(-1)).toBe("cedar"), { timeout: 15_000 }),
      settledIds: () => running.of("settled").map(({ orgID }) => orgID),
    };
  };
  const first = start();
  await first.sweep();
  await vi.waitFor(() => expect(first.settledIds()).toEqual(ids), { timeout: 5_000 });
  expect([asked, first.of("copy")]).toEqual([["", "birch", "cedar"], []]);
  for (const id of ids)
    expect(existsSync(join(env.DATA_DIR, `public/status/${id}/index.html`))).toBe(true);
  first.publisher.stop();

  const second = start();
  await second.sweep();
  expect(second.settledIds(), "all is as it was").toEqual([]);
  second.publisher.stop();

  rmSync(join(env.DATA_DIR, "public/status/birch/index.html"));
  const third = start();
  await third.sweep();
  await vi.waitFor(() => expect(third.settledIds()).toEqual(["birch"]), { timeout: 5_000 });
  third.publisher.stop();

  acme.state.signature = "2";
  const fourth = start();
  await vi.waitFor(() => expect(fourth.settledIds()).toEqual(ids), { timeout: 15_000 });
}, 40_000);

test("A copy whose file was changed by somebody is none; what a file server has lost is written again", async () => {
  const acme = world();
  await publish(acme).change();
  const kept = join(env.DATA_DIR, "public/.copies/status/acme/index.html.copy");
  rmSync(file("index.html"));
  await publish(acme).change();
  expect(acme.state.written).toEqual(["home", "feed", "home"]);
  expect(existsSync(file("index.html"))).toBe(true);
  const copy = await loadCopy("/status/acme");
  expect(copy?.key).toBe("/status/acme");
  writeFileSync(kept, readFileSync(kept).reverse());
  expect(await loadCopy("/status/acme")).toBeNull();
});

test("Without a disk, copies are made all the same", async () => {
  writeFileSync(join(env.DATA_DIR, "public"), "a file where the folder should be");
  const { change, of } = publish(world());
  await change();
  expect(of("copy")).toHaveLength(2);
});

test("a page on a custom domain and below the installation's URL has the links of each", async () => {
  const acme = world();
  const { change, of } = publish(acme, {
    readHosts: async () => [{ host: "status.acme.example", orgID: "acme", challenge: "sesame" }],
    home: "acme",
  });
  await vi.waitFor(() => expect(of("hosts")).toHaveLength(1));
  await change();
  expect(of("copy").map(({ copy }) => copy.key)).toEqual([
    "/status/acme",
    "/status/acme/history.atom",
    "/",
    "/history.atom",
    "//status.acme.example",
    "//status.acme.example/history.atom",
  ]);
  expect(existsSync(join(env.DATA_DIR, "public/hosts/status.acme.example/index.html"))).toBe(true);
  expect(existsSync(join(env.DATA_DIR, "public/index.html"))).toBe(true);
});

test("removing a custom domain deletes its pages and updates links to it elsewhere", async () => {
  const acme = world();
  const host = { host: "status.acme.example", orgID: "acme", challenge: "sesame" };
  const state = { hosts: [host] };
  const owned: (string | null)[] = [];
  acme.state.articles.set("one", "first words");
  const { change, of, messages } = publish(acme, {
    readHosts: async () => state.hosts,
    siteOf: (orgID, at, base, own) => (
      owned.push(own),
      {
        orgID,
        base,
        origin: `https://${at ?? "example.com"}`,
        ...(own !== null && { canonical: `https://${own}` }),
      }
    ),
  });
  await vi.waitFor(() => expect(of("hosts")).toHaveLength(1));
  await change();
  expect(new Set(owned)).toEqual(new Set(["status.acme.example"]));
  const kept = (path: string) =>
    existsSync(join(env.DATA_DIR, "public/hosts/status.acme.example", path));
  expect([kept("index.html"), kept("index.html.gz"), kept("history.atom")]).toEqual([
    true,
    true,
    true,
  ]);
  await vi.waitFor(async () => expect(await loadHosts()).toEqual([host]));

  state.hosts = [];
  await vi.waitFor(() => expect(of("hosts").at(-1)).toEqual({ kind: "hosts", hosts: [] }), {
    timeout: 3_000,
  });
  expect(
    of("gone")
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual([
    "//status.acme.example",
    "//status.acme.example/history.atom",
    "//status.acme.example/incidents/one",
  ]);
  expect([kept("index.html"), kept("index.html.gz"), kept("history.atom")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(
    messages.findIndex(({ kind }) => kind === "gone"),
    "gone before the front knows that another may have it",
  ).toBeLessThan(messages.findLastIndex(({ kind }) => kind === "hosts"));
  expect(of("elsewhere").at(-1), "the page's other places are written anew").toEqual({
    kind: "elsewhere",
    orgID: "acme",
  });
  await vi.waitFor(async () => expect(await loadHosts()).toEqual([]));
  const [before, written] = [of("copy").length, acme.state.written.length];
  await change();
  expect(
    of("copy")
      .slice(before)
      .map(({ copy }) => copy.key),
  ).toEqual(["/status/acme", "/status/acme/history.atom"]);
  expect(acme.state.written.slice(written), "what nobody has asked for yet too").toEqual([
    "home",
    "feed",
    "one",
  ]);
});

test("A host that was given up while nothing ran is cleared away by the next publisher", async () => {
  const host = { host: "status.acme.example", orgID: "acme", challenge: "sesame" };
  const first = publish(world(), { readHosts: async () => [host] });
  await vi.waitFor(() => expect(first.of("hosts")).toHaveLength(1));
  await first.change();
  first.publisher.stop();
  const path = join(env.DATA_DIR, "public/hosts/status.acme.example/index.html");
  expect(existsSync(path)).toBe(true);
  publish(world(), { hosts: await loadHosts() });
  await vi.waitFor(() => expect(existsSync(path)).toBe(false), { timeout: 3_000 });
});

test("What was read before a change is not told after what was read behind it", async () => {
  const acme = world();
  const { ask, change, of } = publish(acme);
  let open = () => {};
  acme.state.gate = new Promise<void>((resolve) => (open = resolve));
  const asked = ask("");
  await vi.waitFor(() => expect(acme.state.gate, "the question has read").toBeNull(), {
    interval: 1,
  });
  acme.state.words = "All is lost.";
  const changed = change();
  await sleep(50);
  open();
  await Promise.all([asked, changed]);
  const said = of("copy")
    .filter(({ copy }) => copy.key === "/status/acme")
    .map(({ copy }) => Buffer.from(copy.body).toString());
  expect(said.at(-1)).toContain("All is lost.");
  expect(Buffer.from((await loadCopy("/status/acme"))!.body).toString()).toContain("All is lost.");
});

test("What a round did not know of is read again, lest the round's word count for it", async () => {
  const acme = world();
  acme.representations.others = async () => [];
  acme.state.articles.set("one", "first words");
  const { ask, change, of } = publish(acme);
  await change();
  let open = () => {};
  acme.state.gate = new Promise<void>((resolve) => (open = resolve));
  const asked = ask("/incidents/one");
  await vi.waitFor(() => expect(acme.state.gate).toBeNull(), { interval: 1 });
  acme.state.articles.set("one", "other words");
  await change();
  open();
  expect((await asked).outcome).toBe("published");
  const { copy, count } = of("copy").at(-1)!;
  expect([Buffer.from(copy.body).toString(), count]).toEqual(["<p>other words", 2]);
});

test("Of whoever was asked for while nobody could tell whether they are there, nothing is kept", async () => {
  const acme = world();
  const watched: string[][] = [];
  const { publisher, change, of } = publish(acme, {
    readSignatures: async (ids) => {
      if (acme.state.fails) throw new Error("the database is gone");
      watched.push([...ids]);
      return new Map(ids.map((id) => [id, "1"]));
    },
  });
  await change();
  acme.state.fails = true;
  for (let id = 0; id < 20; id++) {
    const orgID = `stranger-${id}`;
    publisher.receive({
      kind: "ask",
      id,
      wanted: { key: `/status/${orgID}`, orgID, host: null, base: `/status/${orgID}`, address: "" },
      count: 0,
      renew: false,
    });
  }
  await vi.waitFor(
    () =>
      expect(
        of("answer")
          .slice(1)
          .map(({ outcome }) => outcome),
      ).toEqual(Array.from({ length: 20 }, () => "unavailable")),
    { interval: 5 },
  );
  acme.state.fails = false;
  watched.length = 0;
  await vi.waitFor(() => expect(watched.length).toBeGreaterThan(0), { timeout: 3_000 });
  expect(watched[0]).toEqual(["acme"]);
});

test("a deleted organization leaves no page at the installation's root; other pages stay", async () => {
  const first = publish(world(), { home: "acme" });
  await first.change();
  first.publisher.receive({ kind: "changed", orgID: "other", count: 1 });
  await vi.waitFor(
    () => expect(first.of("settled").some(({ orgID }) => orgID === "other")).toBe(true),
    { interval: 5, timeout: 3_000 },
  );
  first.publisher.stop();
  const gone = world();
  gone.state.words = null;
  const second = publish(gone, { home: "acme" });
  second.publisher.receive({ kind: "changed", orgID: "acme", count: 1 });
  await vi.waitFor(
    () =>
      expect(
        second
          .of("gone")
          .map(({ key }) => key)
          .toSorted(),
      ).toEqual(["/", "/history.atom", "/status/acme", "/status/acme/history.atom"]),
    { interval: 5 },
  );
  await vi.waitFor(() => expect(existsSync(join(env.DATA_DIR, "public/index.html"))).toBe(false), {
    interval: 5,
  });
  expect(existsSync(join(env.DATA_DIR, "public/status/other/index.html"))).toBe(true);
});

test("on a case-insensitive file system, a request with other casing deletes no files", async () => {
  const { change } = publish(world());
  await change();
  // As such a file system answers: under the other name lies what says of itself that it is
  // another's.
  for (const place of ["public/status/ACME", "public/.copies/status/ACME"])
    mkdirSync(join(env.DATA_DIR, place), { recursive: true });
  const [body, kept] = [
    "public/status/ACME/index.html",
    "public/.copies/status/ACME/index.html.copy",
  ].map((path) => join(env.DATA_DIR, path)) as [string, string];
  writeFileSync(body, readFileSync(file("index.html")));
  writeFileSync(
    kept,
    readFileSync(join(env.DATA_DIR, "public/.copies/status/acme/index.html.copy")),
  );
  await deleteCopy("/status/ACME");
  expect([existsSync(body), existsSync(kept)]).toEqual([true, true]);
});
