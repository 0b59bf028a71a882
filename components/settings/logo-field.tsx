"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useIntent } from "@/components/shell/use-intent";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Message } from "@/components/ui/message";
import { say } from "@/components/ui/toaster";
import { ApiError, call } from "@/lib/http/client";
import { limits } from "@/lib/limits";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

type Props = {
  orgID: string;
  logoURL: string | null;
  /** An image that was picked and not sent yet, to be shown where the logo will be. */
  onPreview: (url: string | null) => void;
  onChanged: () => Promise<void>;
};

/** The logo: pick, look, upload; or take it away. It is saved by itself, not with the other settings. */
export function LogoField({ orgID, logoURL, onPreview, onChanged }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sessionEnded = useSessionEnded();
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const removing = useIntent("remove-logo");

  useEffect(() => () => URL.revokeObjectURL(picked?.url ?? ""), [picked]);

  function pick(file: File | undefined) {
    setFailure(null);
    if (file === undefined) return;
    if (file.size > limits.logoBytes) return setFailure(`The file has ${Math.ceil(file.size / 1024)} KiB. ${Math.floor(limits.logoBytes / 1024)} KiB is the most.`);
    const url = URL.createObjectURL(file);
    setPicked({ file, url });
    onPreview(url);
  }

  function forget() {
    setPicked(null);
    setFailure(null);
    onPreview(null);
    if (input.current !== null) input.current.value = "";
  }

  async function upload() {
    if (picked === null) return;
    setBusy(true);
    setFailure(null);
    try {
      await call("PUT /v1/organizations/{orgID}/logo", { params: { orgID }, file: picked.file });
      await onChanged();
      forget();
      say("The logo is on the page.");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) sessionEnded?.();
      else setFailure(error.errors[0] === undefined ? error.detail : `The image ${error.errors[0].message}.`);
    }
    setBusy(false);
  }

  const shown = picked?.url ?? logoURL;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Logo</legend>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-16 shrink-0 place-items-center rounded-md border border-line bg-sunken p-2">
          {/* oxlint-disable-next-line nextjs/no-img-element -- the logo is served as it was uploaded, and what was picked is in this browser alone */}
          {shown === null ? <span className="text-xs text-muted">None</span> : <img src={shown} alt={picked === null ? "The logo" : "The logo that you picked"} className="max-h-full max-w-full object-contain" />}
        </span>
        <input ref={input} type="file" accept={ACCEPTED} aria-label="Image file of the logo" tabIndex={-1} onChange={(event) => pick(event.target.files?.[0])} className="sr-only" />
        <div className="flex flex-wrap gap-2">
          {picked === null ? (
            <>
              <Button variant="secondary" onClick={() => input.current?.click()}>
                <ImageUp className="size-4" /> {logoURL === null ? "Choose an image" : "Replace"}
              </Button>
              {logoURL !== null && (
                <Button variant="quiet" onClick={removing.begin}>
                  <Trash2 className="size-4" /> Remove<span className="sr-only"> the logo</span>
                </Button>
              )}
            </>
          ) : (
            <>
              <Button busy={busy} onClick={() => void upload()}>
                {busy ? "Uploading…" : "Use this logo"}
              </Button>
              <Button variant="quiet" onClick={forget}>
                Cancel
              </Button>
            </>
          )}
        </div>
      </div>
      <p className="mt-1 text-sm text-muted">PNG, JPEG, WebP, GIF or SVG, up to {Math.floor(limits.logoBytes / 1024)} KiB. It is in effect at once.</p>
      <div className="mt-2">
        <Message>{failure}</Message>
      </div>
      <Confirm
        open={logoURL !== null && removing.open}
        onClose={removing.end}
        title="Remove the logo?"
        action="Remove logo"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/logo", { params: { orgID } });
          await onChanged();
          say("The logo is gone.");
        }}
      >
        <p>The page shows the name alone. You can upload an image again at any time.</p>
      </Confirm>
    </fieldset>
  );
}
