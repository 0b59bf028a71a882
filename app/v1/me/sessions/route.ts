import { accountOperations } from "@/lib/auth/operations";
import { serializeSession } from "@/lib/auth/serialize";
import { endOtherSessions, listSessions } from "@/lib/auth/sessions";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(accountOperations.listSessions, async ({ session, query, now }) => {
    const { sessions, next } = await listSessions(session, query.before, now);
    return { items: sessions.map(serializeSession), next };
  }),
  DELETE: route(accountOperations.endOtherSessions, async ({ context, session }) => {
    await endOtherSessions(context, session);
  }),
});
