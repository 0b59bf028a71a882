import { useAction } from "@/components/data/use-action";
import { useBusy } from "@/components/data/use-busy";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";

export function ResendVerification() {
  const runAction = useAction();
  const [busy, run] = useBusy();
  const resend = () =>
    runAction("Couldn’t send the link", async () => {
      await call("POST /v1/me/email/verification", {});
      showToast("Link sent. Check your email.");
    });
  return (
    <Button
      variant="secondary"
      busy={busy}
      onClick={() => void run(resend)}
      className="shrink-0 justify-self-start"
    >
      {busy ? "Sending…" : "Resend link"}
    </Button>
  );
}
