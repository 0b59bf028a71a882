import { reader } from "@/lib/db";
import { renderEventPreview } from "@/lib/email/event-emails";
import { toEmailOrganization, emailOrganizationFields } from "@/lib/email/organization";
import type { Channel } from "@/lib/notifications/channel";
import type { EventPayload } from "@/lib/notifications/events";
import { openPayload, type OutboxRow } from "@/lib/notifications/outbox";
import { countAudience } from "@/lib/notifications/audience";
import { estimateSeconds } from "@/lib/notifications/estimate";
import type { OrganizationScope } from "@/lib/organizations/scope";

/** The audience, component status changes, and email that an event would cause. */
export type Preview = {
  audience: { channel: Channel; count: number }[];
  estimatedSeconds: number;
  components: EventPayload["components"];
  email: { subject: string; html: string; text: string };
};

/**
 * Previews an event from a transaction that was rolled back. `silent` leaves the audience empty but
 * still renders the email.
 */
export async function previewEvent(
  scope: OrganizationScope,
  event: OutboxRow,
  { silent }: { silent: boolean },
): Promise<Preview> {
  const { kind, revision, incidentId } = event;
  const { components } = JSON.parse(event.payload) as EventPayload;
  const affected = components.map(({ id }) => id);
  const [organization, audience] = await Promise.all([
    reader().organization.findUnique({ where: { id: scope.id }, select: emailOrganizationFields }),
    silent
      ? []
      : countAudience(scope.id, { revision, incidentId: incidentId ?? "", componentIds: affected }),
  ]);
  // An organization ID that is not claimed yet has no name.
  const sender = toEmailOrganization(
    organization ?? { id: scope.id, name: scope.id, domain: null },
  );
  return {
    audience,
    estimatedSeconds: estimateSeconds(audience),
    components,
    email: await renderEventPreview({
      kind,
      payload: openPayload(event, sender.url),
      organization: sender,
    }),
  };
}
