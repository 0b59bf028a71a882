import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetDraft, onDraftRestored, readDraft, restoreDraft, writeDraft } from "./drafts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("drafts: a restored draft is stored, and shown in an open form", () => {
  const shown = vi.fn<() => void>();
  const end = onDraftRestored("update", shown);
  restoreDraft("another", { body: "Another draft." });
  expect(shown).not.toHaveBeenCalled();
  expect(restoreDraft("update", { body: "Restored text." })).toBe(true);
  expect(shown).toHaveBeenCalledOnce();
  expect(readDraft("update")).toEqual({ body: "Restored text." });
  end();
  forgetDraft("update");
  restoreDraft("update", { body: "Again." });
  expect(shown).toHaveBeenCalledOnce();
});

test("drafts: files are left out, because a browser can't restore them", () => {
  writeDraft("settings", { name: "Acme", logo: new File(["x"], "logo.png") });
  expect(readDraft("settings")).toEqual({ name: "Acme" });
});

test("drafts: restoring does not replace a newer draft", () => {
  const shown = vi.fn<() => void>();
  onDraftRestored("update", shown);
  writeDraft("update", { body: "Newer text." });
  expect(restoreDraft("update", { body: "Older text." })).toBe(false);
  expect(readDraft("update")).toEqual({ body: "Newer text." });
  expect(shown).not.toHaveBeenCalled();
});
