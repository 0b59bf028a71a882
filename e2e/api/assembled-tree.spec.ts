import { spawn, spawnSync } from "node:child_process";
import { chownSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assemble } from "../../scripts/assemble";
import { addIncident, ApiClient, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";
import { removeDirectory, startTestServer, createTemporaryDirectory } from "../support/test-server";

const UNPRIVILEGED_ID = 65_534;
const isRoot = process.getuid?.() === 0;
const setMode = (mode: string, path: string) => spawnSync("chmod", ["-R", mode, path]);

const measure = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).reduce(
    (bytes, path) => bytes + lstatSync(join(directory, path)).size,
    0,
  );

test(
  "npm run assemble: the result is at most 200 MB, and runs read-only and unprivileged with only DATA_DIR and PORT",
  { tag: ["@one-engine", "@faults"] },
  async () => {
    const tree = createTemporaryDirectory();
    const dataDir = createTemporaryDirectory();
    try {
      await assemble(tree);
      expect(measure(tree)).toBeLessThanOrEqual(200_000_000);
      const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
        dependencies: Record<string, string>;
      };
      const modules = readdirSync(join(tree, "node_modules"), {
        recursive: true,
        encoding: "utf8",
      });
      expect(Object.keys(dependencies).filter((name) => !modules.includes(name))).toEqual([]);
      setMode("a-w,a+rX", tree);
      if (isRoot) chownSync(dataDir, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
      const { url, stop, stderr, lines } = await startTestServer({
        dataDir,
        spawnServer: () =>
          spawn(process.execPath, ["dist/candor.js", "serve"], {
            cwd: tree,
            env: { DATA_DIR: dataDir, PORT: "0" } as unknown as NodeJS.ProcessEnv,
            ...(isRoot && { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }),
          }),
      });
      const guest = new ApiClient(url);
      const ada = await signUp(url);
      await addIncident(ada, "acme", { title: "東京 is slow" });
      const paths = ["healthz", "readyz", "login", "docs", "v1/openapi.json", "status/acme"];
      const pictures = ["status/acme/badge.svg", "status/acme/og.png"];
      for (const path of [...paths, ...pictures])
        expect((await guest.get(`/${path}`)).status, path).toBe(200);
      expect((await guest.get("/_next/image?url=%2Ficon.svg&w=64&q=75")).status).toBe(404);
      expect(await stop()).toBe(0);
      expect(stderr()).toBe("");
      expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    } finally {
      setMode("u+w", tree);
      removeDirectory(tree);
      removeDirectory(dataDir);
    }
  },
);
