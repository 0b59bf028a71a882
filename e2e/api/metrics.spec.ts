import {
  addComponent,
  addIncident,
  ApiClient,
  PASSWORD,
  signUp,
  uniqueEmail,
} from "../support/api";
import { addSubscriber } from "../support/deliveries";
import { expect, test } from "../support/fixtures";
import { startReceiver } from "../support/receiver";

const TOKEN = "an operations token of 32 characters or more";

const readSample = (text: string, sample: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? 0,
  );

test("/metrics requires the OPERATIONS_TOKEN, and returns 404 if none is configured", async ({
  server,
  launch,
}) => {
  expect((await new ApiClient(server.url).get("/metrics")).status).toBe(404);
  const client = new ApiClient((await launch({ OPERATIONS_TOKEN: TOKEN })).url);
  expect((await client.get("/metrics")).status).toBe(401);
  expect((await client.get("/metrics", { Authorization: "Bearer wrong" })).status).toBe(401);
});

test("/metrics counts requests, deliveries, pages, and failed sign-ins of all threads", async ({
  engine,
  launch,
}) => {
  const { url } = await launch({ OPERATIONS_TOKEN: TOKEN, WEBHOOK_ALLOW_PRIVATE: "on" });
  const scrape = async () => {
    const reply = await new ApiClient(url).get("/metrics", { Authorization: `Bearer ${TOKEN}` });
    expect(reply.headers.get("content-type")).toBe(
      "application/openmetrics-text; version=1.0.0; charset=utf-8",
    );
    expect(reply.text).toMatch(/\n# EOF\n$/);
    return reply.text;
  };
  const receiver = await startReceiver((_, response) => response.end());
  const ada = await signUp(url);
  const organization = "measured";
  const component = await addComponent(ada, organization);
  await addSubscriber(ada, organization, { address: receiver.url });
  await addIncident(ada, organization, { component_ids: [component] });
  await expect
    .poll(async () =>
      readSample(
        await scrape(),
        'candor_delivery_attempts_total{channel="webhook",outcome="delivered"}',
      ),
    )
    .toBe(1);
  const guest = new ApiClient(url);
  await guest.post("/v1/auth/login", { email: uniqueEmail(), password: `${PASSWORD}x` });
  await guest.get(`/status/${organization}`);
  await guest.get(`/status/${organization}`);

  const text = await scrape();
  expect(readSample(text, "candor_sign_in_failures_total")).toBe(1);
  expect(
    readSample(text, 'candor_http_requests_total{class="api",method="POST",status="401"}'),
  ).toBe(1);
  expect(readSample(text, "candor_page_cache_hits_total")).toBeGreaterThanOrEqual(1);
  expect(readSample(text, "candor_page_render_duration_seconds_count")).toBeGreaterThanOrEqual(1);
  expect(readSample(text, 'candor_queue_messages{queue="deliveries"}')).toBe(0);
  expect(readSample(text, 'candor_undelivered_oldest_age_seconds{channel="webhook"}')).toBe(0);
  expect(readSample(text, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
  const engineMetrics = {
    sqlite: ["candor_sqlite_wal_bytes "],
    postgresql: ["candor_postgresql_connections{", "candor_postgresql_pool_connections{"],
  };
  for (const metric of engineMetrics[engine]) expect(text).toContain(`\n${metric}`);
  expect(text).not.toContain(organization);

  const failing = await startReceiver((_, response) => response.writeHead(500).end());
  await addSubscriber(ada, organization, { address: failing.url });
  await addIncident(ada, organization);
  await expect
    .poll(async () =>
      readSample(await scrape(), 'candor_undelivered_oldest_age_seconds{channel="webhook"}'),
    )
    .toBeGreaterThan(0);
  await failing.stop();
  await receiver.stop();
});
