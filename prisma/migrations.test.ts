import { expect, test } from "vitest";
import { MIGRATION_NAME, listMigrationNames } from "../lib/migrations";
import { engines } from "./engine";

/** Migrations up to this one have no `_compatible` or `_breaking` suffix. */
const LAST_WITHOUT_SUFFIX = "20261122130600_degraded_days";

test.each(engines)(
  "every migration name states whether the previous release can run after the migration (%s)",
  (engine) => {
    const named = listMigrationNames(engine).filter((name) => name > LAST_WITHOUT_SUFFIX);
    expect(named.filter((name) => !MIGRATION_NAME.test(name))).toEqual([]);
  },
);
