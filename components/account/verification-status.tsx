import { CircleCheck, MailWarning } from "lucide-react";
import { useRead } from "@/components/data/use-read";
import { Badge } from "@/components/ui/badge";
import { ResendVerification } from "./resend-verification";

export default function EmailVerification() {
  const { data } = useRead("GET /v1/me/email/verification", {});
  if (data === undefined) return null;
  if (data.verified) {
    return (
      <p>
        <Badge tone="positive" icon={CircleCheck}>
          Confirmed
        </Badge>
      </p>
    );
  }
  return (
    <div className="grid gap-3">
      <p>
        <Badge tone="caution" icon={MailWarning}>
          Not confirmed
        </Badge>
      </p>
      <p className="text-muted">
        Open the link in the email we sent you. Invitations and emails to subscribers you add are on
        hold until an owner or admin of the organization confirms their email address.
      </p>
      <ResendVerification />
    </div>
  );
}
