import { bundle } from "../../scripts/bundle";
import setUpDatabases from "./global-setup";

export default async function setUpVitest(): Promise<() => Promise<void>> {
  await bundle();
  return setUpDatabases();
}
