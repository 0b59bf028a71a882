import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { showErrorToast, showToast } from "@/components/ui/toaster";

export function useCheckDomain(): (host: string) => Promise<void> {
  const { call, refresh } = useOrganization();
  const runAction = useAction();
  return (host) =>
    runAction("Couldn’t check the domain", async () => {
      try {
        const { data } = await call("POST /v1/organizations/{orgID}/domain/verify");
        if (data.problem === null) showToast(`${host} is verified.`);
        else showErrorToast(`Couldn’t verify ${host}`, data.problem);
      } finally {
        await refresh();
      }
    });
}
