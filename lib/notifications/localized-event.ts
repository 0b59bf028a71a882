import { createNamedComponent } from "@/lib/components/rules";
import type { Prisma } from "@/lib/db/database";
import { getLocalizedUrl, toEmailOrganization } from "@/lib/email/email-organization";
import type { Language } from "@/lib/organizations/values";
import { localize, parseTranslations } from "@/lib/translations/rules";
import type { EventPayload } from "./notification-event";
import { parsePayload } from "./outbox";

/** The columns of components that `localizeEvent` requires. */
export const messageComponentFields = {
  ...{ id: true, groupId: true, startDate: true, position: true },
  group: { select: { name: true, translations: true } },
} satisfies Prisma.ComponentSelect;
export type MessageComponent = Prisma.ComponentGetPayload<{
  select: typeof messageComponentFields;
}>;

/** Returns an event's payload in `language`, and the organization with the page's URL in it. */
export function localizeEvent(
  event: Parameters<typeof parsePayload>[0],
  row: Parameters<typeof toEmailOrganization>[0],
  components: readonly MessageComponent[],
  language: Language,
) {
  const organization = toEmailOrganization(row);
  const url = getLocalizedUrl(organization, language);
  const payload = parsePayload(event, url);
  payload.components = addComponentDetails(payload.components, components);
  const [defaultLanguage = "en"] = organization.languages ?? [];
  return {
    payload: localize(payload, language, defaultLanguage),
    organization: { ...organization, url },
  };
}

/**
 * Adds the position, group, and start date of components, as in the public API v2, and the names of
 * groups. They are not stored with the event, because components may be moved before it is sent.
 */
function addComponentDetails(
  components: EventPayload["components"],
  current: readonly MessageComponent[],
) {
  const positions = new Map<string | null, number>();
  const sorted = current.toSorted((one, other) => one.position - other.position);
  const detailsById = new Map(
    sorted.map(({ id, groupId, startDate, group }) => {
      const position = (positions.get(groupId) ?? 0) + 1;
      positions.set(groupId, position);
      const details = { position, group_id: groupId, start_date: startDate };
      return [id, { details, group }];
    }),
  );
  return components.map((component) => {
    const { details, group = null } = detailsById.get(component.id) ?? {};
    const parsed = group && { ...group, translations: parseTranslations(group.translations) };
    return { ...component, ...details, ...createNamedComponent(component, parsed) };
  });
}
