import { ImageUp, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { FieldGroup } from "@/components/ui/field";
import { limits } from "@/lib/limits";
import type { ImageKind } from "@/lib/organizations/values";
import { backgrounds } from "@/lib/public/page/colors";
import { imageLabels } from "./page-fields";

const ACCEPTED = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";

/** A logo's preview has the default header background of the logo's color scheme. */
const logoBackgrounds: Partial<Record<ImageKind, string>> = {
  logo: backgrounds.light.surface,
  logo_dark: backgrounds.dark.surface,
};

type Props = {
  kind: ImageKind;
  hint: string;
  savedURL: string | null;
  /** The URL of a new image, null if the image will be removed, or undefined if it is unchanged. */
  draftURL: string | null | undefined;
  /** Null keeps the saved image. */
  onChange: (file: File | null) => void;
  onRemove: () => void;
  error: string | undefined;
};

export function ImageField({ kind, hint, savedURL, draftURL, ...props }: Props) {
  const { onChange, onRemove, error } = props;
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const shown = draftURL === undefined ? savedURL : draftURL;
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
              alt={draftURL === undefined ? label : `New ${name}, not saved yet`}
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
            // Clears the input, so that choosing a discarded file again causes a change event.
            target.value = "";
            if (file !== undefined) onChange(file);
          }}
          className="sr-only"
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={choose} variant="secondary" onClick={() => input.current?.click()}>
            <ImageUp className="size-4" /> {shown === null ? "Choose image" : "Replace"}
            <span className="sr-only"> for the {name}</span>
          </Button>
          {draftURL !== undefined ? (
            <Button
              variant="quiet"
              onClick={() => {
                onChange(null);
                choose.current?.focus();
              }}
            >
              {draftURL === null ? "Keep" : "Discard"}
              <span className="sr-only"> the {draftURL === null ? name : `new ${name}`}</span>
            </Button>
          ) : (
            savedURL !== null && (
              <Button variant="quiet" onClick={onRemove}>
                <Trash2 className="size-4" /> Remove<span className="sr-only"> the {name}</span>
              </Button>
            )
          )}
          <output className="text-muted">
            {draftURL !== undefined && (draftURL === null ? "Not removed yet." : "Not saved yet.")}
          </output>
        </div>
      </div>
    </FieldGroup>
  );
}
