"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { FieldGroup } from "@/components/ui/field";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";
import { limits } from "@/lib/limits";
import type { ImageKind } from "@/lib/organizations/values";
import { backgrounds } from "@/lib/public/page/rules";
import { imageLabels } from "./page-fields";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

/** Logos are shown on the header's background in their color scheme. */
const logoBackgrounds: Partial<Record<ImageKind, string>> = {
  logo: backgrounds.light.surface,
  logo_dark: backgrounds.dark.surface,
};

type Props = {
  orgID: string;
  kind: ImageKind;
  hint: string;
  savedURL: string | null;
  chosenURL: string | null;
  onChoose: (file: File | null) => void;
  error: string | undefined;
  onRemoved: () => Promise<unknown>;
};

export function ImageField({ orgID, kind, hint, savedURL, chosenURL, ...props }: Props) {
  const { onChoose, error, onRemoved } = props;
  const input = useRef<HTMLInputElement>(null);
  const removing = useDialogParam(`remove-${kind}`);
  const shown = chosenURL ?? savedURL;
  const label = imageLabels[kind];
  const name = `${label[0]!.toLowerCase()}${label.slice(1)}`;
  return (
    <FieldGroup
      label={label}
      optional
      error={error}
      hint={`${hint} PNG, JPEG, WebP, GIF, or SVG, up to ${Math.floor(limits.logoBytes / 1024)} KB.`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <span
          className="grid h-16 min-w-16 place-items-center rounded-md border border-line bg-sunken p-2"
          style={{ backgroundColor: shown === null ? undefined : logoBackgrounds[kind] }}
        >
          {shown === null ? (
            <span className="text-xs text-muted">None</span>
          ) : (
            // oxlint-disable-next-line nextjs/no-img-element -- an unprocessed upload or a local image
            <img
              src={shown}
              alt={chosenURL === null ? label : `New ${name}, not saved yet`}
              className="max-h-12 max-w-40 object-contain"
            />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          aria-label={`${label} image file`}
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Without this, choosing a discarded file again would cause no change event.
            target.value = "";
            if (file !== undefined) onChoose(file);
          }}
          className="sr-only"
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" onClick={() => input.current?.click()}>
            <ImageUp className="size-4" /> {shown === null ? "Choose image" : "Replace"}
            <span className="sr-only"> for the {name}</span>
          </Button>
          {chosenURL !== null ? (
            <Button variant="quiet" onClick={() => onChoose(null)}>
              Discard<span className="sr-only"> the new {name}</span>
            </Button>
          ) : (
            savedURL !== null && (
              <Button variant="quiet" onClick={removing.open}>
                <Trash2 className="size-4" /> Remove<span className="sr-only"> the {name}</span>
              </Button>
            )
          )}
          <output className="text-muted">{chosenURL !== null && "Not saved yet."}</output>
        </div>
      </div>
      <Confirm
        open={savedURL !== null && removing.isOpen}
        onClose={removing.close}
        title={`Remove the ${name}?`}
        action={`Remove ${name}`}
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/images/{imageKind}", {
            params: { orgID, imageKind: kind },
          });
          await onRemoved();
          showToast(`${label} removed.`);
        }}
      >
        <p>
          The status page will no longer show the {name}. You can upload an image again at any time.
        </p>
      </Confirm>
    </FieldGroup>
  );
}
