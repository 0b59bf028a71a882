import { listActivity } from "@/lib/auth/activity";
import { accountOperations } from "@/lib/auth/operations";
import { serializeActivityEntry } from "@/lib/auth/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(accountOperations.listActivity, async ({ session, query }) => {
    const { entries, next } = await listActivity(session.user.id, query.before);
    return { items: entries.map(serializeActivityEntry), next };
  }),
});
