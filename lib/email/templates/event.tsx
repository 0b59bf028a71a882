import type { EventKind, EventPayload } from "@/lib/notifications/events";
import { truncate } from "../headers";
import type { EmailOrganization } from "../organization";
import type { EmailContent } from "../render";
import {
  humanize,
  isMaintenanceEvent,
  getEventLabel,
  getEventSentence,
  getStatusTone,
  formatEventSubject,
  getEventTone,
} from "./event-labels";
import {
  EmailLink,
  ActionButton,
  StatusBadge,
  FactList,
  FooterLine,
  EmailLayout,
  Paragraph,
  SectionTitle,
  EmailTitle,
  UserText,
} from "./layout";
import { colors, font, tones } from "./theme";
import { formatRange, formatTime } from "./time-format";

export type EventEmail = {
  kind: EventKind;
  payload: EventPayload;
  organization: EmailOrganization;
  /** URLs for the recipient. */
  links: { manage: string; unsubscribe: string };
  /** Characters of the newest update; the rest is on the status page. */
  maxBodyLength?: number;
};

// Email programs clip emails at about 100 kB, so only the newest update is complete.
const MAX_EARLIER_UPDATES = 3;
const EARLIER_UPDATE_LENGTH = 280;
const MAX_COMPONENTS = 30;

type Update = EventPayload["updates"][number];
type Affected = EventPayload["components"][number];

/** The time to show: the one that the author set, or the time of creation. */
const getUpdateTime = (update: Update): string => update.display_at ?? update.created_at;

export function buildEventEmail(event: EventEmail): EmailContent {
  const { kind, payload, organization, links, maxBodyLength } = event;
  const { timeZone } = organization;
  const pageUrl = payload.incident.url ?? organization.url;
  const more = { maxBodyLength, pageUrl, timeZone };
  const { incident, updates, components, postmortem } = payload;
  const newest = postmortem === undefined ? updates[0] : undefined;
  const earlier = postmortem === undefined ? updates.slice(1) : updates;
  const subject = formatEventSubject(kind, incident, organization.name);
  const body = (
    <EmailLayout
      title={subject}
      preview={postmortem?.body || newest?.body || getEventSentence(kind)}
      sender={organization.name}
      tone={getEventTone(kind, incident)}
      footer={
        <>
          <FooterLine>
            {"You’re receiving this email because you subscribed to status updates from "}
            <bdi>{organization.name}</bdi>.
          </FooterLine>
          <FooterLine>
            <EmailLink href={links.manage}>Manage your subscription</EmailLink>
            {" · "}
            <EmailLink href={links.unsubscribe}>Unsubscribe</EmailLink>
          </FooterLine>
        </>
      }
    >
      <StatusBadge tone={getEventTone(kind, incident)}>{getEventLabel(kind, incident)}</StatusBadge>
      <EmailTitle>{incident.title}</EmailTitle>
      <Paragraph quiet>{getEventSentence(kind)}</Paragraph>
      <FactList facts={getFacts(kind, incident, timeZone)} />
      {postmortem && (
        <NewestUpdate
          body={postmortem.body}
          status="Postmortem"
          at={postmortem.published_at}
          {...more}
        />
      )}
      {newest && (
        <NewestUpdate
          body={newest.body}
          status={kind === "test" ? kind : newest.status}
          at={getUpdateTime(newest)}
          {...more}
        />
      )}
      {components.length > 0 && <ComponentList components={components} />}
      {earlier.length > 0 && <EarlierUpdates updates={earlier} timeZone={timeZone} />}
      <ActionButton href={pageUrl}>
        {incident.url === undefined
          ? "View status page"
          : `View ${isMaintenanceEvent(kind) ? "maintenance" : "incident"}`}
      </ActionButton>
    </EmailLayout>
  );
  return { subject, body };
}

function getFacts(
  kind: EventKind,
  incident: EventPayload["incident"],
  timeZone: string | undefined,
): [string, string][] {
  const { scheduled_for: begin, scheduled_until: end } = incident;
  if (isMaintenanceEvent(kind)) {
    if (begin !== undefined && end !== undefined)
      return [["Scheduled for", formatRange(begin, end, timeZone)]];
    return begin === undefined ? [] : [["Scheduled for", formatTime(begin, timeZone)]];
  }
  if (kind === "test") return [];
  return [
    ["Impact", humanize(incident.impact)],
    ["Started", formatTime(incident.started_at, timeZone)],
    ...(incident.resolved_at === null
      ? []
      : [["Resolved", formatTime(incident.resolved_at, timeZone)] as [string, string]]),
  ];
}

type NewestUpdateProps = {
  body: string;
  status: string;
  at: string;
  maxBodyLength: number | undefined;
  pageUrl: string;
  timeZone: string | undefined;
};

function NewestUpdate({ body, status, at, maxBodyLength, pageUrl, timeZone }: NewestUpdateProps) {
  const shown = truncate(body, maxBodyLength ?? body.length);
  return (
    <div className="line" style={{ borderTop: `1px solid ${colors.line}`, padding: "20px 0 0" }}>
      <UserText>{shown}</UserText>
      {shown !== body && (
        <Paragraph quiet>
          <EmailLink href={pageUrl}>Read the rest on the status page</EmailLink>
        </Paragraph>
      )}
      <Paragraph quiet>{`${humanize(status)} · ${formatTime(at, timeZone)}`}</Paragraph>
    </div>
  );
}

function ComponentList({ components }: { components: Affected[] }) {
  const shown = components.slice(0, MAX_COMPONENTS);
  return (
    <>
      <SectionTitle>Affected components</SectionTitle>
      <ul style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {shown.map((component) => (
          <ComponentItem key={component.id} component={component} />
        ))}
      </ul>
      {components.length > shown.length && (
        <Paragraph quiet>{`and ${components.length - shown.length} more`}</Paragraph>
      )}
    </>
  );
}

function ComponentItem({
  component: { name, old_status: before, new_status: after },
}: {
  component: Affected;
}) {
  const tone = getStatusTone(after);
  return (
    <li
      className="line text"
      style={{
        ...font,
        borderTop: `1px solid ${colors.line}`,
        fontSize: "15px",
        lineHeight: "22px",
        margin: 0,
        padding: "8px 0",
        overflowWrap: "anywhere",
        wordBreak: "break-word",
      }}
    >
      <bdi className="text" style={{ color: colors.text, fontWeight: 600 }}>
        {name}
      </bdi>
      {": "}
      <span className={`ink-${tone}`} style={{ color: tones[tone].ink }}>
        {humanize(after)}
      </span>
      {before !== after && (
        <span className="quiet" style={{ color: colors.quiet }}>
          {` (was ${humanize(before).toLowerCase()})`}
        </span>
      )}
    </li>
  );
}

function EarlierUpdates({
  updates,
  timeZone,
}: {
  updates: Update[];
  timeZone: string | undefined;
}) {
  const shown = updates.slice(0, MAX_EARLIER_UPDATES);
  return (
    <>
      <SectionTitle>Earlier updates</SectionTitle>
      {shown.map((update) => (
        <div
          key={update.id}
          className="line"
          style={{ borderTop: `1px solid ${colors.line}`, padding: "10px 0 0" }}
        >
          <Paragraph quiet>
            <strong className="text" style={{ color: colors.text }}>
              {humanize(update.status)}
            </strong>
            {` · ${formatTime(getUpdateTime(update), timeZone)}`}
          </Paragraph>
          <UserText quiet>{truncate(update.body, EARLIER_UPDATE_LENGTH)}</UserText>
        </div>
      ))}
      {updates.length > shown.length && (
        <Paragraph quiet>{`${updates.length - shown.length} more on the status page.`}</Paragraph>
      )}
    </>
  );
}
