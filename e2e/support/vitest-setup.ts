import { hashSources, isBundleCurrent } from "../../scripts/build-state";
import { bundle } from "../../scripts/bundle";
import setUpDatabases from "./global-setup";

export default async function setUpVitest(): Promise<() => Promise<void>> {
  if (!isBundleCurrent(hashSources())) await bundle();
  return setUpDatabases();
}
