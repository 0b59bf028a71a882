import { bundle } from "../../scripts/bundle";
import setUpDatabases from "./global-setup";

/**
 * Before the tests of rules and commands: the password worker, and one migrated database per engine
 * to copy.
 */
export default async function setUpVitest(): Promise<() => Promise<void>> {
  await bundle();
  return setUpDatabases();
}
