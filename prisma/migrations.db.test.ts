import { expect, test } from "vitest";
import { missingSql } from "./engine";

test("the migrations lead to the models, on this engine", async () => {
  expect(await missingSql(process.env.DATABASE_URL!)).toBe("");
});
