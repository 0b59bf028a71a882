import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UNDO_SECONDS } from "@/components/data/undo-deadline";
import { ApiError } from "@/lib/http/api-client";
import { callWithUndo } from "./use-undo";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const fails = (status: number) => () => Promise.reject(new ApiError(status, "No."));
const succeed = async () => ({ data: "posted" });

test("callWithUndo: a retry after a timeout keeps the notification time of the first attempt", async () => {
  await expect(callWithUndo("timeout", fails(0))).rejects.toThrow("No.");
  vi.setSystemTime(30_000);
  expect(await callWithUndo("timeout", succeed)).toEqual({
    data: "posted",
    until: UNDO_SECONDS * 1_000,
  });
});

test("callWithUndo: a retry after a rejected request starts a new notification delay", async () => {
  await expect(callWithUndo("refused", fails(400))).rejects.toThrow("No.");
  vi.setSystemTime(30_000);
  expect(await callWithUndo("refused", succeed)).toEqual({
    data: "posted",
    until: 30_000 + UNDO_SECONDS * 1_000,
  });
});
