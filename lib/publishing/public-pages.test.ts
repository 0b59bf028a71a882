import { expect, test } from "vitest";
import type { BackgroundWorker } from "./background-worker";
import { PublicPages } from "./public-pages";

async function previewWith(preview: () => Promise<string | null>): Promise<string> {
  const pages = new PublicPages();
  const functions = {
    ...{ preview, renderFallbacks: async () => ({}), readHosts: async () => [] },
    readVersions: async () => ({ epoch: "1", at: 0, changes: [] }),
  };
  const worker = {
    run: async () => undefined,
    call: (name: keyof typeof functions) => functions[name](),
  };
  await pages.start(worker as unknown as BackgroundWorker);
  return pages.preview("acme", {});
}

test("a preview is the HTML of the page", async () => {
  expect(await previewWith(async () => "<h1>Acme</h1>")).toBe("<h1>Acme</h1>");
});

test("a preview fails with 404 if the organization has no page, for example because it was suspended", async () => {
  await expect(previewWith(async () => null)).rejects.toMatchObject({ status: 404 });
});

test("a preview fails with 503 while it can't be rendered", async () => {
  const fail = () => Promise.reject(new Error("The thread exited."));
  await expect(previewWith(fail)).rejects.toMatchObject({ status: 503 });
});
