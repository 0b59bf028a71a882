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
  restoreDraft("another", { body: "Not this one." });
  expect(shown).not.toHaveBeenCalled();
  restoreDraft("update", { body: "It is renewed." });
  expect(shown).toHaveBeenCalledOnce();
  expect(readDraft("update")).toEqual({ body: "It is renewed." });
  end();
  forgetDraft("update");
  restoreDraft("update", { body: "Again." });
  expect(shown).toHaveBeenCalledOnce();
});

test("drafts: restoring does not replace a newer draft", () => {
  const shown = vi.fn<() => void>();
  onDraftRestored("update", shown);
  writeDraft("update", { body: "Typed since." });
  restoreDraft("update", { body: "Sent before." });
  expect(readDraft("update")).toEqual({ body: "Typed since." });
  expect(shown).not.toHaveBeenCalled();
});
