import { useAction } from "@/components/data/use-action";
import { useRefresh } from "@/components/data/use-read";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { describeUserAgent } from "@/lib/auth/rules";
import { type ResponseBody, call } from "@/lib/http/api-client";

export type SessionResponse = ResponseBody<"GET /v1/me/sessions">[number];

export function useEndSession(): (session: SessionResponse) => Promise<void> {
  const runAction = useAction();
  const refresh = useRefresh();
  return ({ id, client }) =>
    runAction("Couldn’t sign out of the session", async () => {
      await call("DELETE /v1/me/sessions/{sessionID}", { params: { sessionID: id } });
      await refresh();
      showToast(named`Signed out of ${describeUserAgent(client)}.`);
    });
}
