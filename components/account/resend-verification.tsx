"use client";

import { useState } from "react";
import { useAction } from "@/components/data/use-action";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";

export function ResendVerification() {
  const runAction = useAction();
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    await runAction("Couldn’t send the link", async () => {
      await call("POST /v1/me/email/verification", {});
      showToast("Link sent. Check your email.");
    });
    setBusy(false);
  };
  return (
    <Button
      variant="secondary"
      busy={busy}
      onClick={() => void resend()}
      className="shrink-0 justify-self-start"
    >
      {busy ? "Sending…" : "Resend link"}
    </Button>
  );
}
