import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";

export function useRestoreComponent(): (component: { id: string; name: string }) => Promise<void> {
  const { call, refresh } = useOrganization();
  return async ({ id, name }) => {
    await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
      params: { componentID: id },
      body: { archived: false },
    });
    await refresh();
    showToast(named`${name} was restored at the end of the list.`);
  };
}
