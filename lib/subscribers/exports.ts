import type { OrganizationScope } from "@/lib/organizations/scope";
import { formatHeader, formatRows } from "./csv";
import { exportSubscribers, findComponentNames } from "./queries";
import type { SubscriberExport } from "./schema";

/** Exports matching subscribers as a CSV file that can be imported. */
export async function* exportSubscribersCsv(
  scope: OrganizationScope,
  filter: SubscriberExport,
): AsyncGenerator<string> {
  const components = await findComponentNames(scope);
  yield formatHeader();
  for await (const batch of exportSubscribers(scope, filter)) yield formatRows(batch, components);
}
