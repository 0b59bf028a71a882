"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { FieldGroup } from "@/components/ui/field";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { limits } from "@/lib/limits";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

type Props = {
  orgID: string;
  logoURL: string | null;
  chosenURL: string | null;
  onChoose: (file: File | null) => void;
  error: string | undefined;
  onRemoved: () => Promise<unknown>;
};

export function LogoField({ orgID, logoURL, chosenURL, onChoose, error, onRemoved }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const removing = useDialogParam("remove-logo");
  const shown = chosenURL ?? logoURL;
  return (
    <FieldGroup
      label="Logo"
      optional
      error={error}
      hint={`PNG, JPEG, WebP, GIF or SVG, up to ${Math.floor(limits.logoBytes / 1024)} KiB.`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-16 shrink-0 place-items-center rounded-md border border-line bg-sunken p-2">
          {shown === null ? (
            <span className="text-xs text-muted">None</span>
          ) : (
            // oxlint-disable-next-line nextjs/no-img-element -- an unprocessed upload or a local image
            <img
              src={shown}
              alt={chosenURL === null ? "Logo" : "New logo, not saved yet"}
              className="max-h-full max-w-full object-contain"
            />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          aria-label="Logo image file"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Allow choosing the same file again after discarding it.
            target.value = "";
            if (file !== undefined) onChoose(file);
          }}
          className="sr-only"
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" onClick={() => input.current?.click()}>
            <ImageUp className="size-4" /> {shown === null ? "Choose image" : "Replace"}
          </Button>
          {chosenURL !== null ? (
            <Button variant="quiet" onClick={() => onChoose(null)}>
              Discard<span className="sr-only"> the new logo</span>
            </Button>
          ) : (
            logoURL !== null && (
              <Button variant="quiet" onClick={removing.begin}>
                <Trash2 className="size-4" /> Remove<span className="sr-only"> the logo</span>
              </Button>
            )
          )}
          <output className="text-muted">{chosenURL !== null && "Not saved yet."}</output>
        </div>
      </div>
      <Confirm
        open={logoURL !== null && removing.open}
        onClose={removing.end}
        title="Remove the logo?"
        action="Remove logo"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/logo", { params: { orgID } });
          await onRemoved();
          showToast("Logo removed.");
        }}
      >
        <p>The status page will show only the name. You can upload a logo again at any time.</p>
      </Confirm>
    </FieldGroup>
  );
}
