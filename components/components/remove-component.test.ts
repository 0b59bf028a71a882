import { afterEach, expect, test, vi } from "vitest";
import { createOrganizationCall, type ComponentResponse } from "@/lib/http/api-client";
import { restoreComponent } from "./remove-component";

afterEach(() => vi.unstubAllGlobals());

test("undoing the removal of a deleted component recreates it with its translations and status", async () => {
  const texts = {
    name: "Checkout",
    description: "Cart",
    translations: { de: { name: "Kasse" } },
    group_id: null,
    start_date: null,
  };
  const removed = { id: "old", ...texts, own_status: "degraded_performance" } as ComponentResponse;
  const responses = [
    Response.json({ detail: "This component does not exist." }, { status: 404 }),
    Response.json({ ...removed, id: "new" }),
    Response.json([]),
  ];
  const send = vi.fn<typeof fetch>(async () => responses.shift()!);
  vi.stubGlobal("fetch", send);
  await restoreComponent(createOrganizationCall("acme"), removed, ["a", "old", "b"]);
  expect(
    send.mock.calls.map(([, options]) => JSON.parse(String(options?.body)) as unknown),
  ).toEqual([
    { archived: false, group_id: null },
    { ...texts, status: "degraded_performance" },
    { component_ids: ["a", "new", "b"] },
  ]);
});
