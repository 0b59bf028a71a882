import type { NamedComponent } from "@/lib/components/rules";
import type { Impact } from "@/lib/incidents/values";
import {
  type EventKind,
  type EventPayload,
  getTopic,
  pickNames,
  type Schedule,
} from "@/lib/notifications/notification-event";
import { toPlainText } from "@/lib/markdown/rules";
import type { Language } from "@/lib/organizations/values";
import { fillPhrase } from "@/lib/public/page/page-texts";
import type { EmailOrganization } from "../email-organization";
import { type EmailTexts, getEmailTexts } from "../email-texts";
import type { EmailContent } from "../render";
import {
  isMaintenanceEvent,
  getEventStateLabel,
  getStatusLabel,
  getStatusTone,
  formatEventSubject,
  getEventTone,
} from "./event-labels";
import {
  ComponentName,
  EmailLink,
  ActionButton,
  type Fact,
  FactList,
  FilledPhrase,
  FooterLine,
  EmailLayout,
  Paragraph,
  SectionTitle,
} from "./email-layout";
import { colors, textStyle, type Tone, tones } from "./email-theme";
import { formatRange, formatLongTime } from "./time-format";
import { shortenText, UserText } from "./user-text";

export type EventEmail = {
  kind: EventKind;
  payload: EventPayload;
  organization: EmailOrganization;
  language: Language;
  links: { manage: string; unsubscribe: string };
  /**
   * The maximum length of the newest update or of the postmortem, in code points. The full text is
   * on the status page.
   */
  maxBodyLength?: number;
};

// Email clients clip emails at about 100 KB, so earlier updates and changes are limited.
const MAX_EARLIER_UPDATES = 3;
const EARLIER_UPDATE_LENGTH = 280;
const MAX_CHANGES = 30;

type Update = EventPayload["updates"][number];

/** Lists the updates, newest first. A postmortem comes before all of them. */
function listUpdates({ updates, postmortem }: EventPayload): Update[] {
  if (postmortem === undefined) return updates;
  const { published_at: at, ...text } = postmortem;
  const fields = { id: "postmortem", status: "postmortem", created_at: at, updated_at: at };
  return [{ ...text, ...fields }, ...updates];
}

export function buildEventEmail(event: EventEmail): EmailContent {
  const { kind, payload, organization, links, maxBodyLength } = event;
  const texts = getEmailTexts(event.language, organization.timeZone);
  const { incident } = payload;
  const pageUrl = incident?.url ?? organization.url;
  const facts = getFacts(texts, kind, payload);
  const topic = getTopic(payload);
  const tone = getEventTone(kind, payload);
  const [newest, ...earlier] = listUpdates(payload);
  const subject = formatEventSubject(texts, kind, payload, organization.name);
  const label = getEventStateLabel(texts, kind, payload);
  const sentence = texts.sentences[kind];
  const when = incident?.status === "scheduled" && facts[0] ? `${facts[0][1]}. ` : "";
  const body = (
    <EmailLayout
      texts={texts}
      subject={subject}
      preview={label + texts.colon + when + ((newest && toPlainText(newest)) || sentence)}
      organization={organization}
      title={<ComponentName names={topic.names} />}
      status={{ tone, label, sentence }}
      footer={
        <>
          <FooterLine>
            <FilledPhrase phrase={texts.reason} values={{ name: organization.name }} />
          </FooterLine>
          <FooterLine isInline>
            <EmailLink href={links.manage}>{texts.manage}</EmailLink>
          </FooterLine>
          <FooterLine isInline>
            <EmailLink href={links.unsubscribe}>{texts.unsubscribe}</EmailLink>
          </FooterLine>
        </>
      }
    >
      {facts.length > 0 && <FactList texts={texts} facts={facts} />}
      {newest && (
        <NewestUpdate
          {...{ texts, maxBodyLength, pageUrl }}
          update={newest}
          status={kind === "test" ? texts.labels.test : getStatusLabel(texts, newest.status)}
          hasFacts={facts.length > 0}
        />
      )}
      {incident !== null && <Changes texts={texts} payload={payload} tone={tone} />}
      {earlier.length > 0 && <EarlierUpdates texts={texts} updates={earlier} />}
      <ActionButton href={pageUrl} color={organization.accentColor}>
        {incident?.url === undefined
          ? texts.viewPage
          : isMaintenanceEvent(kind)
            ? texts.viewMaintenance
            : texts.viewIncident}
      </ActionButton>
    </EmailLayout>
  );
  return { subject, body };
}

function getFacts(
  texts: EmailTexts,
  kind: EventKind,
  { incident, components, before }: EventPayload,
): Fact[] {
  if (incident === null) return [[texts.before, getStatusLabel(texts, components[0]!.old_status)]];
  if (isMaintenanceEvent(kind)) {
    const [now, former] = [incident, before].map((values) => formatSchedule(values, texts));
    if (now === undefined) return [];
    const scheduled: Fact = [texts.scheduledFor, now];
    return former === undefined || former === now
      ? [scheduled]
      : [scheduled, [texts.before, former]];
  }
  if (kind === "test") return [];
  return [
    [null, getImpactLabel(texts, incident.impact)],
    [texts.startedAt, formatLongTime(incident.started_at, texts)],
    ...(incident.resolved_at === null
      ? []
      : [[texts.incident.resolved, formatLongTime(incident.resolved_at, texts)] as Fact]),
  ];
}

const getImpactLabel = (texts: EmailTexts, impact: string): string =>
  texts.impact[impact as Impact] ?? impact;

function formatSchedule(
  { scheduled_for: start, scheduled_until: end }: Schedule = {},
  texts: EmailTexts,
): string | undefined {
  if (start === undefined) return undefined;
  return end === undefined ? formatLongTime(start, texts) : formatRange(start, end, texts);
}

type NewestUpdateProps = {
  texts: EmailTexts;
  update: Update;
  status: string;
  maxBodyLength: number | undefined;
  pageUrl: string;
  /** True if a line must separate the update from facts above it. */
  hasFacts: boolean;
};

function NewestUpdate(props: NewestUpdateProps) {
  const { texts, update, status, maxBodyLength, pageUrl, hasFacts } = props;
  const { content, isTruncated } = shortenText(update, maxBodyLength ?? Infinity);
  return (
    <div
      className="line"
      style={hasFacts ? { borderTop: `1px solid ${colors.line}`, padding: "20px 0 0" } : {}}
    >
      <UpdateTime {...{ texts, status, update }} />
      <UserText content={content} lang={update.lang?.body} />
      {isTruncated && (
        <Paragraph isQuiet>
          <EmailLink href={pageUrl}>{texts.readMore}</EmailLink>
        </Paragraph>
      )}
    </div>
  );
}

type UpdateTimeProps = { texts: EmailTexts; status: string; update: Update };

const UpdateTime = ({ texts, status, update }: UpdateTimeProps) => (
  <Paragraph isQuiet isClose>
    <strong className="text" style={{ color: colors.text }}>
      {status}
    </strong>
    {` · ${formatLongTime(update.display_at ?? update.created_at, texts)}`}
  </Paragraph>
);

/**
 * Lists the changes of status, impact, and components, and the other affected components. For a
 * first update or a postmortem, lists only the affected components.
 */
function Changes({ texts, payload, tone }: ChangesProps) {
  const { incident, updates, components, postmortem, before = incident! } = payload;
  const label = (status: string) => getStatusLabel(texts, status);
  const affected = components.map((component) => ({
    names: pickNames(component),
    ...{ before: label(component.old_status), after: label(component.new_status) },
    tone: getStatusTone(component.new_status),
  }));
  const [newest, previous] = updates;
  if (newest === undefined || previous === undefined || postmortem !== undefined)
    return <ChangeList texts={texts} title={texts.affectedComponents} changes={affected} />;
  const status = {
    ...{ names: { name: texts.statusLabel, group: null }, tone },
    ...{ before: label(previous.status), after: label(newest.status) },
  };
  const impact = {
    ...{ names: null, tone },
    ...{
      before: getImpactLabel(texts, before.impact),
      after: getImpactLabel(texts, incident!.impact),
    },
  };
  const isChanged = ({ before, after }: Change) => before !== after;
  return (
    <>
      <ChangeList
        texts={texts}
        title={texts.whatChanged}
        changes={[status, impact, ...affected].filter(isChanged)}
      />
      <ChangeList
        texts={texts}
        title={texts.otherComponents}
        changes={affected.filter((change) => !isChanged(change))}
      />
    </>
  );
}

type ChangesProps = { texts: EmailTexts; payload: EventPayload; tone: Tone };
type Change = {
  /** Null for the impact, because its label is clear without a name. */
  names: NamedComponent | null;
  before: string;
  after: string;
  tone: Tone;
};

type ChangeListProps = { texts: EmailTexts; title: string; changes: Change[] };

function ChangeList({ texts, title, changes }: ChangeListProps) {
  if (changes.length === 0) return null;
  const shown = changes.slice(0, MAX_CHANGES);
  return (
    <>
      <SectionTitle>{title}</SectionTitle>
      <ul style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {shown.map((change, index) => (
          <ChangeItem key={index} texts={texts} change={change} />
        ))}
      </ul>
      {changes.length > shown.length && (
        <Paragraph isQuiet>{texts.count(texts.andMore, changes.length - shown.length)}</Paragraph>
      )}
    </>
  );
}

type ChangeItemProps = { texts: EmailTexts; change: Change };

const ChangeItem = ({ texts, change: { names, before, after, tone } }: ChangeItemProps) => (
  <li
    className="line text"
    style={{
      ...textStyle,
      borderTop: `1px solid ${colors.line}`,
      fontSize: "15px",
      lineHeight: "22px",
      margin: 0,
      padding: "8px 0",
    }}
  >
    <span
      style={{
        display: "inline-block",
        width: 10,
        height: 10,
        marginRight: 10,
        borderRadius: 5,
        backgroundColor: tones[tone],
      }}
    />
    {names !== null && (
      <>
        <span style={{ fontWeight: 600 }}>
          <ComponentName names={names} />
        </span>
        {texts.colon}
      </>
    )}
    {after}
    {before !== after && (
      <span className="quiet" style={{ color: colors.quiet }}>
        {fillPhrase(texts.was, { value: toLowerCase(texts, before) })}
      </span>
    )}
  </li>
);

/** Converts a label to lower case, except in German, where nouns keep their capital letter. */
const toLowerCase = ({ language, tag }: EmailTexts, label: string) =>
  language === "de" ? label : label.toLocaleLowerCase(tag);

function EarlierUpdates({ texts, updates }: { texts: EmailTexts; updates: Update[] }) {
  const shown = updates.slice(0, MAX_EARLIER_UPDATES);
  return (
    <>
      <SectionTitle>{texts.earlierUpdates}</SectionTitle>
      {shown.map((update) => (
        <div
          key={update.id}
          className="line"
          style={{
            borderLeft: `2px solid ${colors.line}`,
            margin: "12px 0 0 4px",
            padding: "0 0 1px 14px",
          }}
        >
          <UpdateTime {...{ texts, update }} status={getStatusLabel(texts, update.status)} />
          <UserText
            isQuiet
            content={shortenText(update, EARLIER_UPDATE_LENGTH).content}
            lang={update.lang?.body}
          />
        </div>
      ))}
      {updates.length > shown.length && (
        <Paragraph isQuiet>
          {texts.count(texts.moreOnPage, updates.length - shown.length)}
        </Paragraph>
      )}
    </>
  );
}
