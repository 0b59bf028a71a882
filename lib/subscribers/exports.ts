import type { OrganizationScope } from "@/lib/organizations/scope";
import { formatHeader, formatRows } from "./csv";
import { exportSubscribers, findComponentNames } from "./queries";

/** The organization's subscribers as the file that an import takes, piece by piece. */
export async function* exportFile(scope: OrganizationScope): AsyncGenerator<string> {
  const components = await findComponentNames(scope);
  yield formatHeader();
  for await (const batch of exportSubscribers(scope)) yield formatRows(batch, components);
}
