import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type IncomingHttpHeaders } from "node:http2";
import { join } from "node:path";
import { addComponent, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";
import { findFreePort, hasProgram, startProgram } from "../support/programs";
import { removeDirectory, createTemporaryDirectory, type TestServer } from "../support/test-server";

function adaptRecipe(server: TestServer, port: number, directory: string): string {
  const document = readFileSync("docs/reverse-proxy.md", "utf8");
  const recipes = [...document.matchAll(/```nginx\n(.*?)```/gs)].map(([, text]) => text!);
  const recipe = recipes.find((text) => text.includes("listen 443 "))!;
  const replacements = {
    "listen 443 ": `listen 127.0.0.1:${port} `,
    "127.0.0.1:3000": new URL(server.url).host,
    "/etc/ssl/status.acme.example": join(directory, "status"),
    "root /var/lib/candor/public/hosts/$host": `root ${server.dataDir}/public`,
  };
  return Object.entries(replacements).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, () => to);
  }, recipe);
}

async function startNginx(server: TestServer, directory: string) {
  const port = await findFreePort();
  const certificate = join(directory, "status");
  spawnSync("openssl", [
    ..."req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost".split(" "),
    ...["-keyout", `${certificate}.key`, "-out", `${certificate}.pem`],
  ]);
  mkdirSync(join(directory, "logs"));
  const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  writeFileSync(
    join(directory, "nginx.conf"),
    [
      // nginx must run as the user of the tests, because only that user can read the directory.
      ...(process.getuid?.() === 0 ? ["user root;"] : []),
      ...["daemon off;", `pid ${directory}/nginx.pid;`, "worker_processes 1;", "events {}"],
      ...["http {", "access_log off;", ...temporaryPaths],
      ...[adaptRecipe(server, port, directory), "}"],
    ].join("\n"),
  );
  const { stop } = startProgram("nginx", [
    "-p",
    directory,
    "-c",
    "nginx.conf",
    "-e",
    join(directory, "logs/error.log"),
  ]);
  return { origin: `https://127.0.0.1:${port}`, stop };
}

async function send(origin: string, path: string, method = "GET") {
  const session = connect(origin, { rejectUnauthorized: false });
  try {
    return await new Promise<{ headers: IncomingHttpHeaders; status: number; body: Buffer }>(
      (resolve, reject) => {
        session.on("error", reject);
        const stream = session.request({ ":path": path, ":method": method });
        const parts: Buffer[] = [];
        let headers: IncomingHttpHeaders = {};
        stream.on("error", reject);
        stream.on("response", (received) => (headers = received));
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () =>
          resolve({ headers, status: Number(headers[":status"]), body: Buffer.concat(parts) }),
        );
        stream.end();
      },
    );
  } finally {
    session.close();
  }
}

const getFrameAncestors = ({ headers }: { headers: IncomingHttpHeaders }) =>
  /frame-ancestors [^;]+/.exec(String(headers["content-security-policy"]))?.[0];

test(
  "nginx serves published pages while Candor is stopped, and rejects subscriptions",
  { tag: "@one-engine" },
  async ({ launch }) => {
    test.skip(
      !hasProgram("nginx", "-v") || !hasProgram("openssl", "version"),
      "nginx or openssl is not installed",
    );
    const server = await launch();
    const orgID = "acme";
    await addComponent(await signUp(server.url), orgID);
    const documents = ["", "/history", "/embed"];
    const data = [
      ...["/api/v2/status.json", "/history.atom", "/history.rss", "/calendar.ics"],
      ...["/badge.svg", "/widget.js", "/oembed.json"],
    ];
    const directory = createTemporaryDirectory();
    const { origin, stop } = await startNginx(server, directory);
    const read = (path: string, method?: string) => send(origin, `/status/${orgID}${path}`, method);
    try {
      await expect(async () => expect((await read("")).status).toBe(200)).toPass();
      const paths = [...documents, ...data];
      const before = new Map<string, Awaited<ReturnType<typeof read>>>();
      for (const path of paths) {
        before.set(path, await read(path));
        const file = documents.includes(path) ? `${path}/index.html` : path;
        await expect
          .poll(() => existsSync(join(server.dataDir, "public/status", orgID + file)), {
            message: path,
            timeout: 20_000,
          })
          .toBe(true);
      }
      await server.stop();

      for (const path of paths) {
        const [live, stored] = [before.get(path)!, await read(path)];
        expect([path, live.status, stored.status]).toEqual([path, 200, 200]);
        expect([path, stored.headers]).toMatchObject([
          path,
          {
            "content-type": live.headers["content-type"],
            warning: '110 - "Response is Stale"',
            "access-control-allow-origin": "*",
            "access-control-expose-headers": expect.stringContaining("Warning"),
            "cross-origin-resource-policy": "cross-origin",
            "x-content-type-options": "nosniff",
            "content-security-policy": expect.stringContaining("default-src 'none'"),
          },
        ]);
      }
      for (const path of documents)
        expect([path, getFrameAncestors(await read(path))]).toEqual([
          path,
          getFrameAncestors(before.get(path)!),
        ]);
      for (const [path, method] of [
        ["/subscribe", "POST"],
        ["/api/v2/subscribers.json", "POST"],
        ["/incidents/unknown", "GET"],
      ] as const) {
        const { status, headers } = await read(path, method);
        expect([path, status, headers["retry-after"]]).toEqual([path, 503, "30"]);
        expect(headers["access-control-allow-origin"]).toBe("*");
      }
    } finally {
      await stop();
      removeDirectory(directory);
    }
  },
);
