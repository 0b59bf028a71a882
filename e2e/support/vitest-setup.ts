import { bundle } from "../../scripts/bundle";
import setUpDatabases from "./global-setup";

/** Bundles the password worker, and migrates one database per engine that test files copy. */
export default async function setUpVitest(): Promise<() => Promise<void>> {
  await bundle();
  return setUpDatabases();
}
