import { expect, test } from "vitest";
import { missingSql } from "./engine";

test("migrations: applied in order, they produce the models", async () => {
  expect(await missingSql(process.env.DATABASE_URL!)).toBe("");
});
