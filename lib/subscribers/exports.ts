import type { OrganizationScope } from "@/lib/organizations/scope";
import { formatHeader, formatRows } from "./csv";
import { exportSubscribers, findComponentNames } from "./queries";

/** The file can be imported again. */
export async function* exportSubscribersCsv(scope: OrganizationScope): AsyncGenerator<string> {
  const components = await findComponentNames(scope);
  yield formatHeader();
  for await (const batch of exportSubscribers(scope)) yield formatRows(batch, components);
}
