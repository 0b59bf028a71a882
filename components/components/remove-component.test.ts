import { afterEach, expect, test, vi } from "vitest";
import { createOrganizationCall, type ComponentResponse } from "@/lib/http/api-client";
import { restoreComponent } from "./remove-component";

afterEach(() => vi.unstubAllGlobals());

test("undoing a removal recreates the component with its translations and status, in the current order", async () => {
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
    Response.json(
      ["b", "a", "c", "new"].map((id) => ({ id })),
      { headers: { etag: '"7"' } },
    ),
    Response.json([]),
  ];
  const send = vi.fn<typeof fetch>(async () => responses.shift()!);
  vi.stubGlobal("fetch", send);
  await restoreComponent(createOrganizationCall("acme"), removed, ["a", "old", "b"]);
  expect(
    send.mock.calls.map(([, options]) => JSON.parse(String(options?.body ?? "null")) as unknown),
  ).toEqual([
    { archived: false, group_id: null },
    { ...texts, status: "degraded_performance" },
    null,
    { component_ids: ["b", "a", "new", "c"] },
  ]);
  expect(new Headers(send.mock.calls.at(-1)![1]?.headers).get("if-match")).toBe('"7"');
});
