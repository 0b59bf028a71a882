import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { type Role, withArticle } from "@/lib/roles";

export function useChangeRole(): (
  member: { id: string; name: string; role: Role },
  to: Role,
) => Promise<void> {
  const { call, refresh } = useOrganization();
  const runAction = useAction();
  return ({ id, name }, to) =>
    runAction(named`Couldn’t change the role of ${name}`, async () => {
      await call("PATCH /v1/organizations/{orgID}/members/{userID}", {
        params: { userID: id },
        body: { role: to },
      });
      await refresh();
      showToast(named`${name} is now ${withArticle(to)}.`);
    });
}
