import type { EventKind, EventPayload } from "@/lib/notifications/events";
import { shorten } from "../headers";
import type { MailOrganization } from "../organization";
import type { Draft } from "../render";
import { asWords, isMaintenance, labelOf, sentenceOf, statusTone, subjectOf, toneOf } from "./event-words";
import { A, Action, Badge, Facts, FooterLine, Frame, Line, PartTitle, Title, Words } from "./layout";
import { colors, font, tones } from "./theme";
import { spanWords, timeWords } from "./times";

export type EventMail = {
  kind: EventKind;
  payload: EventPayload;
  organization: MailOrganization;
  /** URLs of pages. */
  links: { manage: string; unsubscribe: string };
};

/** Mail programs cut a mail at about 100 kB: the newest words are whole, earlier ones are only called to mind. */
const EARLIER_UPDATES = 3;
const EARLIER_LENGTH = 280;
const COMPONENTS = 30;

type Update = EventPayload["updates"][number];
type Affected = EventPayload["components"][number];

/** When it happened, which may be long before it was written down. */
const timeOf = (update: Update): string => update.display_at ?? update.created_at;

/** The mail that tells a subscriber of an event. */
export function eventMail({ kind, payload, organization, links }: EventMail): Draft {
  const { incident, updates, components, postmortem } = payload;
  const newest = postmortem === undefined ? updates[0] : undefined;
  const earlier = postmortem === undefined ? updates.slice(1) : updates;
  const subject = subjectOf(kind, incident, organization.name);
  const body = (
    <Frame
      title={subject}
      preview={postmortem?.body || newest?.body || sentenceOf(kind)}
      sender={organization.name}
      tone={toneOf(kind, incident)}
      footer={
        <>
          <FooterLine>
            {"You receive this because you subscribed to the status of "}
            <bdi>{organization.name}</bdi>.
          </FooterLine>
          <FooterLine>
            <A href={links.manage}>Manage your subscription</A>
            {" · "}
            <A href={links.unsubscribe}>Unsubscribe</A>
          </FooterLine>
        </>
      }
    >
      <Badge tone={toneOf(kind, incident)}>{labelOf(kind, incident)}</Badge>
      <Title>{incident.title}</Title>
      <Line quiet>{sentenceOf(kind)}</Line>
      <Facts facts={factsOf(kind, incident)} />
      {postmortem && <Newest body={postmortem.body} status="Postmortem" at={postmortem.published_at} />}
      {newest && <Newest body={newest.body} status={kind === "test" ? kind : newest.status} at={timeOf(newest)} />}
      {components.length > 0 && <Components components={components} />}
      {earlier.length > 0 && <Earlier updates={earlier} />}
      <Action href={incident.url ?? organization.url}>{incident.url === undefined ? "View the status page" : `View the ${isMaintenance(kind) ? "maintenance" : "incident"}`}</Action>
    </Frame>
  );
  return { subject, body };
}

function factsOf(kind: EventKind, incident: EventPayload["incident"]): [string, string][] {
  const { scheduled_for: begin, scheduled_until: end } = incident;
  if (isMaintenance(kind)) {
    if (begin !== undefined && end !== undefined) return [["Planned for", spanWords(begin, end)]];
    return begin === undefined ? [] : [["Planned for", timeWords(begin)]];
  }
  if (kind === "test") return [];
  return [
    ["Impact", asWords(incident.impact)],
    ["Started", timeWords(incident.started_at)],
    ...(incident.resolved_at === null ? [] : [["Resolved", timeWords(incident.resolved_at)] as [string, string]]),
  ];
}

function Newest({ body, status, at }: { body: string; status: string; at: string }) {
  return (
    <div className="line" style={{ borderTop: `1px solid ${colors.line}`, padding: "20px 0 0" }}>
      <Words>{body}</Words>
      <Line quiet>{`${asWords(status)} · ${timeWords(at)}`}</Line>
    </div>
  );
}

function Components({ components }: { components: Affected[] }) {
  const shown = components.slice(0, COMPONENTS);
  return (
    <>
      <PartTitle>Affected components</PartTitle>
      <ul style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {shown.map((component) => (
          <Component key={component.id} component={component} />
        ))}
      </ul>
      {components.length > shown.length && <Line quiet>{`and ${components.length - shown.length} more`}</Line>}
    </>
  );
}

function Component({ component: { name, old_status: before, new_status: after } }: { component: Affected }) {
  const tone = statusTone(after);
  return (
    <li className="line text" style={{ ...font, borderTop: `1px solid ${colors.line}`, fontSize: "15px", lineHeight: "22px", margin: 0, padding: "8px 0", overflowWrap: "anywhere", wordBreak: "break-word" }}>
      <bdi className="text" style={{ color: colors.text, fontWeight: 600 }}>
        {name}
      </bdi>
      {": "}
      <span className={`ink-${tone}`} style={{ color: tones[tone].ink }}>
        {asWords(after)}
      </span>
      {before !== after && (
        <span className="quiet" style={{ color: colors.quiet }}>
          {` (before: ${asWords(before).toLowerCase()})`}
        </span>
      )}
    </li>
  );
}

function Earlier({ updates }: { updates: Update[] }) {
  const shown = updates.slice(0, EARLIER_UPDATES);
  return (
    <>
      <PartTitle>Earlier updates</PartTitle>
      {shown.map((update) => (
        <div key={update.id} className="line" style={{ borderTop: `1px solid ${colors.line}`, padding: "10px 0 0" }}>
          <Line quiet>
            <strong className="text" style={{ color: colors.text }}>
              {asWords(update.status)}
            </strong>
            {` · ${timeWords(timeOf(update))}`}
          </Line>
          <Words quiet>{shorten(update.body, EARLIER_LENGTH)}</Words>
        </div>
      ))}
      {updates.length > shown.length && <Line quiet>{`${updates.length - shown.length} more on the status page.`}</Line>}
    </>
  );
}
