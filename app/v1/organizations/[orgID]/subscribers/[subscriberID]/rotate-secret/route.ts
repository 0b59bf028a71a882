import { commandRoute, resource } from "@/lib/http/route";
import { rotateSecret } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { serializeCreated } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(
    subscriberOperations.rotateSecret,
    (context, organization, id, body) =>
      rotateSecret(context, organization, id, body.overlap_hours),
    serializeCreated,
  ),
});
