import { expect, test } from "vitest";
import { hasRecipients, describeMissingRecipients } from "./use-preview";

type Preview = NonNullable<Parameters<typeof describeMissingRecipients>[1]>;
const createPreview = (total: number) => ({ audience: { total } }) as Preview;

test("a toast announces notifications only if the preview counted recipients", () => {
  const cases = [
    [true, createPreview(2)],
    [true, createPreview(0)],
    [true, undefined],
    [false, createPreview(2)],
    [false, createPreview(0)],
  ] as const;
  expect(cases.map(([notify, preview]) => hasRecipients(notify, preview))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(cases.map(([notify, preview]) => describeMissingRecipients(notify, preview))).toEqual([
    "",
    " No subscribers to notify.",
    "",
    " No one was notified.",
    " No one was notified.",
  ]);
});
