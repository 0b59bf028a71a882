import { createManageLink } from "@/lib/links";
import type { EmailOrganization } from "../email-organization";
import { getEmailTexts } from "../email-texts";
import type { EmailContent } from "../render";
import { buildActionEmail } from "./action-email";
import { FactList, Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

type QuarantineEmail = {
  organization: EmailOrganization;
  channel: string;
  /** The URL of the endpoint, or only its host if the URL is a secret. */
  endpoint: string;
  failures: number;
  failing_since: string;
  last_error: string;
  token: string;
};

const channelNames: Record<string, string> = {
  webhook: "webhook",
  slack: "Slack channel",
  discord: "Discord channel",
  teams: "Teams channel",
};

export function buildQuarantineEmail({
  organization,
  channel,
  endpoint,
  failures,
  failing_since,
  last_error,
  token,
}: QuarantineEmail): EmailContent {
  const name = channelNames[channel] ?? channel;
  const texts = getEmailTexts("en", organization.timeZone);
  return buildActionEmail({
    subject: `A ${name} no longer receives status updates from ${organization.name}`,
    title: `Deliveries to a ${name} are on hold`,
    preview: `${failures} delivery attempts in a row have failed.`,
    organization,
    content: (
      <>
        <Paragraph>
          {`The last ${failures} delivery attempts failed, so deliveries are on hold. Fix the endpoint, ` +
            "then reactivate it. You can choose to receive the notifications you missed."}
        </Paragraph>
        <FactList
          texts={texts}
          facts={[
            ["Endpoint", endpoint],
            ["Failing since", formatLongTime(failing_since, texts)],
            ["Last error", last_error],
          ]}
        />
      </>
    ),
    action: { href: createManageLink(token), label: "Reactivate" },
  });
}
