import { expect, test } from "vitest";
import { MIGRATION_NAME, listMigrationNames } from "../lib/migrations";
import { engines } from "./engine";

/** The migrations up to this one have no ending. */
const LAST_WITHOUT_ENDING = "20261122130600_degraded_days";

test.each(engines)(
  "migrations: every name states whether the previous release can run (%s)",
  (engine) => {
    const named = listMigrationNames(engine).filter((name) => name > LAST_WITHOUT_ENDING);
    expect(named.filter((name) => !MIGRATION_NAME.test(name))).toEqual([]);
  },
);
