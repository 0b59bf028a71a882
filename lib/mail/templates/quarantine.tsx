import { manageLink } from "@/lib/links";
import type { MailOrganization } from "../organization";
import type { Draft } from "../render";
import { A, Action, Facts, FooterLine, Frame, Line, PlainLink, Title } from "./layout";
import { timeWords } from "./times";

export type QuarantineMail = {
  organization: MailOrganization;
  /** webhook, slack, discord or teams. */
  channel: string;
  /** The endpoint as its owner may see it written: of a URL that is a secret, only the host. */
  endpoint: string;
  failures: number;
  /** ISO 8601. */
  failing_since: string;
  last_error: string;
  /** Of the subscriber's manage link. */
  token: string;
};

const names: Record<string, string> = { webhook: "webhook", slack: "Slack channel", discord: "Discord channel", teams: "Teams channel" };

/** Tells an endpoint's owner that deliveries to it have stopped. */
export function quarantineMail({ organization, channel, endpoint, failures, failing_since, last_error, token }: QuarantineMail): Draft {
  const name = names[channel] ?? channel;
  const subject = `Your ${name} no longer receives the status of ${organization.name}`;
  const link = manageLink(token);
  const body = (
    <Frame
      title={subject}
      preview={`${failures} deliveries in a row have failed.`}
      sender={organization.name}
      tone="warning"
      footer={
        <FooterLine>
          <A href={organization.url}>Status page</A>
        </FooterLine>
      }
    >
      <Title>{`Deliveries to your ${name} are on hold`}</Title>
      <Line>{`The last ${failures} deliveries have failed, so no more are tried. What happens meanwhile is kept, and can be sent once the endpoint answers again.`}</Line>
      <Facts
        facts={[
          ["Endpoint", endpoint],
          ["Failing since", timeWords(failing_since)],
          ["Last error", last_error],
        ]}
      />
      <Action href={link}>Mend and reactivate</Action>
      <PlainLink href={link} />
    </Frame>
  );
  return { subject, body };
}
