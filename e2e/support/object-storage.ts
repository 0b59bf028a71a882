import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import S3rver from "s3rver";
import { removeDirectory, createTemporaryDirectory } from "./test-server";

const KEY = "S3RVER";

export async function startObjectStorage() {
  const directory = createTemporaryDirectory();
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "pages", configs: [] }],
  });
  const target = await s3.run();
  const writes: string[] = [];
  const state = { isDown: false };
  const proxy = createServer((incoming, response) => {
    if (state.isDown) return void incoming.socket.destroy();
    const { method, url = "", headers } = incoming;
    if (method === "PUT") writes.push(url.replace("/pages/", ""));
    const outgoing = request(
      { host: "127.0.0.1", port: target.port, method, path: url, headers },
      (reply) => {
        response.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    target: (key = KEY, secret = KEY) =>
      `s3://${key}:${secret}@pages?endpoint=${encodeURIComponent(endpoint)}`,
    url: `${endpoint}/pages`,
    writes,
    setDown: (isDown: boolean) => void (state.isDown = isDown),
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await s3.close();
      removeDirectory(directory);
    },
  };
}
