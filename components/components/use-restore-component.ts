import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";

type Archived = { id: string; name: string };

/** `restore` rejects if it fails, and `tryRestore` shows a toast. */
export function useRestoreComponent() {
  const { call, refresh } = useOrganization();
  const attempt = useAction();
  const restore = async ({ id, name }: Archived) => {
    await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
      params: { componentID: id },
      body: { archived: false },
    });
    await refresh();
    showToast(named`${name} was restored at the end of the list.`);
  };
  const tryRestore = (component: Archived) =>
    attempt(named`Couldn’t restore ${component.name}`, () => restore(component));
  return { restore, tryRestore };
}
