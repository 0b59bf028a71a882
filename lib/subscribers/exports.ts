import type { OrganizationScope } from "@/lib/organizations/scope";
import { formatHeader, formatRows } from "./csv";
import { exportSubscribers, findComponentNames } from "./queries";

/** Exports subscribers as a CSV file that can be imported. `ids` limits it to these subscribers. */
export async function* exportSubscribersCsv(
  scope: OrganizationScope,
  ids?: readonly string[],
): AsyncGenerator<string> {
  const components = await findComponentNames(scope);
  yield formatHeader();
  for await (const batch of exportSubscribers(scope, ids)) yield formatRows(batch, components);
}
