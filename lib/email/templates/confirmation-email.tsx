import type { NamedComponent } from "@/lib/components/rules";
import { createConfirmLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import type { Language } from "@/lib/organizations/values";
import { fillPhrase } from "@/lib/public/page/page-texts";
import { type EmailOrganization, getLocalizedUrl } from "../email-organization";
import { getEmailTexts } from "../email-texts";
import type { EmailContent } from "../render";
import { buildActionEmail } from "./action-email";
import { ComponentName, FilledPhrase, Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

/** The name and group of a component, or the title of an incident. */
export type Topic = NamedComponent;

type ConfirmationEmail = {
  organization: EmailOrganization;
  /**
   * Empty for a subscription to everything. Data that an earlier release wrote contains only names,
   * or no groups.
   */
  topics: readonly (Topic | Pick<Topic, "name"> | string)[];
  component_updates?: boolean;
  /** Data that an earlier release wrote has no language. The default is English. */
  language?: Language;
  token: string;
  expires_at: string;
};

const MAX_TOPICS = 20;

/** Builds the email that asks the owner of an address to confirm a subscription (double opt-in). */
export function buildConfirmationEmail({
  organization,
  topics,
  component_updates,
  language = "en",
  token,
  expires_at,
}: ConfirmationEmail): EmailContent {
  const texts = getEmailTexts(language, organization.timeZone);
  const { name } = organization;
  const shown = topics
    .slice(0, MAX_TOPICS)
    .map((topic) => ({ group: null, ...(typeof topic === "string" ? { name: topic } : topic) }));
  const list = (
    <>
      {shown.map((names, index) => (
        <span key={index}>
          {index > 0 && texts.comma}
          <ComponentName names={names} format={(name) => removeUrls(name, texts.confirmTopic)} />
        </span>
      ))}
      {topics.length > shown.length &&
        ` ${texts.count(texts.andMore, topics.length - shown.length)}`}
    </>
  );
  return buildActionEmail({
    texts,
    subject: fillPhrase(texts.confirmSubject, { name }),
    title: texts.confirmTitle,
    preview: texts.confirmPreview,
    organization: { ...organization, url: getLocalizedUrl(organization, language) },
    content: (
      <>
        <Paragraph>
          <FilledPhrase
            phrase={component_updates ? texts.confirmTextAll : texts.confirmText}
            values={{ name }}
          />
        </Paragraph>
        {shown.length > 0 && (
          <Paragraph>
            <FilledPhrase phrase={texts.confirmTopics} values={{ topics: list }} />
          </Paragraph>
        )}
      </>
    ),
    action: { href: createConfirmLink(token), label: texts.confirmButton },
    notes: [
      fillPhrase(texts.linkExpires, { time: formatLongTime(expires_at, texts) }),
      texts.notRequested,
    ],
  });
}
