import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { env, parseEnv } from "@/lib/env";
import { openDestination } from "./backup-destination";

const TOKEN = "1/+=&2";
const formatKey = (name: string) =>
  `<Contents><Key>status &amp; more/${name}</Key><Size>1</Size></Contents>`;

test("all backups in a bucket are listed, even if the list has several pages", async () => {
  const pages: Record<string, string> = {
    "":
      formatKey("candor-1") +
      formatKey("candor-2") +
      `<NextContinuationToken>${TOKEN.replace("&", "&amp;")}</NextContinuationToken>`,
    [TOKEN]: formatKey("candor-3"),
  };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, "http://localhost");
    const page = pages[searchParams.get("continuation-token") ?? ""];
    const isFound = searchParams.get("prefix") === "status & more/candor-" && page !== undefined;
    response.writeHead(isFound ? 200 : 400).end(`<ListBucketResult>${page}</ListBucketResult>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  env.BACKUP_TO = parseEnv({
    BACKUP_TO: `s3://key:secret@backups/status & more?endpoint=http://127.0.0.1:${port}`,
    BACKUP_PASSPHRASE: "correct horse battery staple",
  }).BACKUP_TO;
  expect(await openDestination()!.list()).toEqual(["candor-1", "candor-2", "candor-3"]);
  server.close();
});
