import { setTimeout as sleep } from "node:timers/promises";
import { buildIncident, createBenchComponents, registerUser } from "./bench/client";
import { createDataDirectory, startBenchServer } from "./bench/server";
const server = await startBenchServer(await createDataDirectory(), { BUILD_DIR: ".next" });
{
  const client = await registerUser(server.url, "a@example.com");
  const comps = await createBenchComponents(client, "acme", 13);
  const cpu = (_: number) => server.processorMilliseconds()!; const pid = 0;
  const path = `/v1/organizations/acme/incidents`;
  const once = async () => { const r = JSON.parse(await client.send("POST", path, buildIncident(comps.slice(0, 3)))); await sleep(2600); await client.send("POST", `${path}/${r.id}/resolve`, {}); await sleep(2600); };
  for (let i = 0; i < 150; i++) { const r = JSON.parse(await client.send("POST", path, buildIncident(comps.slice(0, 3)))); await client.send("POST", `${path}/${r.id}/resolve`, {}); await sleep(50); }
  await sleep(6000);
  const b0 = cpu(pid); await sleep(20000); const idle = (cpu(pid) - b0) / 20000;
  const a = cpu(pid), t = Date.now(); const n = 12;
  for (let i = 0; i < n; i++) await once();
  const used = cpu(pid) - a - idle * (Date.now() - t);
  console.log("idle", (idle*100).toFixed(1)+"%", "per write ms", (used / (2*n)).toFixed(1));
}
await server.stop();
