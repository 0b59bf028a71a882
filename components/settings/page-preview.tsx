import { useEffect, useMemo, useRef, useState } from "react";
import { useDebounced } from "@/components/data/use-debounced";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { getPagePath } from "@/lib/base-path";
import { ApiError, call } from "@/lib/http/api-client";
import {
  type OrganizationChange,
  type PagePreviewRequest,
  pagePreviewRequest,
} from "@/lib/organizations/schema";
import { type ImageKind, imageKinds, type Language } from "@/lib/organizations/values";
import { renderHeaderStyle } from "@/lib/public/page/colors";
import type { DraftImages } from "./page-fields";

const DEBOUNCE_MS = 400;
const widths = {
  Phone: "mx-auto w-full max-w-[26rem]",
  Desktop: "w-[300%] origin-top-left scale-[.3334]",
} as const;
const heights = { Phone: "h-full", Desktop: "h-[300%]" } as const;
type Device = keyof typeof widths;

type Props = {
  orgID: string;
  /** Changes whenever the organization is saved, which reloads the preview. */
  revision: string;
  change: OrganizationChange;
  language: Language;
  images: DraftImages;
  savedImages: Record<`${ImageKind}_url`, string | null>;
};

export function PagePreview({ orgID, revision, change, language, images, savedImages }: Props) {
  // Requests a removed logo as if it were new, so that `adaptHtml` can show the other logo instead
  // or remove the element.
  const newImages = imageKinds.filter(
    (kind) => images[kind] ?? (kind in images && kind in otherLogo),
  );
  const { html, error } = usePreview(
    orgID,
    revision,
    useDebounced({ ...change, language, new_images: newImages }, DEBOUNCE_MS),
  );
  const [device, setDevice] = useState<Device>("Phone");
  const [isDark, setIsDark] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const headerColor = change.header_color ?? null;
  const document = useMemo(
    () => html && adaptHtml(html, { orgID, images, savedImages, headerColor }),
    [html, orgID, images, savedImages, headerColor],
  );
  const adapt = () => {
    const page = frame.current?.contentDocument;
    // The document is empty while the frame loads.
    const root = page?.documentElement as HTMLElement | null | undefined;
    if (!page || !root) return;
    root.style.colorScheme = isDark ? "dark" : "light";
    for (const source of page.querySelectorAll("source")) source.media = isDark ? "all" : "not all";
    for (const sheet of page.styleSheets) setScheme(sheet.cssRules, isDark);
  };
  useEffect(adapt);
  return (
    <figure className="grid min-w-0 gap-2 xl:sticky xl:top-4">
      <figcaption className="flex flex-wrap items-center gap-1 text-sm font-medium">
        <span className="me-auto">Preview</span>
        {(["Phone", "Desktop"] as const).map((one) => (
          <Button
            key={one}
            variant={one === device ? "secondary" : "quiet"}
            aria-pressed={one === device}
            onClick={() => setDevice(one)}
          >
            {one}
          </Button>
        ))}
        <Button
          variant={isDark ? "secondary" : "quiet"}
          aria-pressed={isDark}
          onClick={() => setIsDark(!isDark)}
        >
          Dark mode
        </Button>
      </figcaption>
      <Message>{error}</Message>
      <div className="h-[36rem] overflow-hidden rounded-lg border border-line bg-sunken">
        <iframe
          ref={frame}
          title="Preview of the status page"
          // The sandbox blocks scripts and new windows.
          sandbox="allow-same-origin"
          srcDoc={document}
          onLoad={adapt}
          className={`${widths[device]} ${heights[device]}`}
        />
      </div>
    </figure>
  );
}

/** Applies or disables the dark mode rules, regardless of the user's color scheme. */
function setScheme(rules: CSSRuleList, isDark: boolean): void {
  for (const rule of rules) {
    if (!isGroup(rule)) continue;
    if (isMedia(rule) && /prefers-color-scheme|^(not )?all$/.test(rule.media.mediaText))
      rule.media.mediaText = isDark ? "all" : "not all";
    setScheme(rule.cssRules, isDark);
  }
}

// Checks properties, because `instanceof` fails for objects of another frame.
const isGroup = (rule: CSSRule): rule is CSSGroupingRule => "cssRules" in rule;
const isMedia = (rule: CSSRule): rule is CSSMediaRule => "media" in rule;

/** Without a logo for its color scheme, the page shows the other logo. */
const otherLogo: Partial<Record<ImageKind, ImageKind>> = { logo: "logo_dark", logo_dark: "logo" };

type Adaptation = Pick<Props, "orgID" | "images" | "savedImages"> & { headerColor: string | null };

/**
 * Inserts new images, and deletes all scripts and the images that the user removed. Links target a
 * new window, so that the sandbox blocks them.
 */
function adaptHtml(html: string, { orgID, images, savedImages, headerColor }: Adaptation): string {
  const getUrl = (kind: ImageKind) =>
    images[kind] === undefined ? savedImages[`${kind}_url`] : images[kind];
  let text = html;
  for (const kind of imageKinds) {
    const other = otherLogo[kind];
    const url = getUrl(kind) ?? (other && getUrl(other)) ?? "";
    text = text.replaceAll(`${getPagePath(orgID)}/${kind}?v=new`, () => url);
  }
  if (images.cover === null)
    text = text.replaceAll(/\.sp-frame>header\{[^{}]*\}/g, (rule) =>
      rule.includes("url(") ? renderHeaderStyle(headerColor, null) : rule,
    );
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const unused of page.querySelectorAll('script, picture:has(img[src=""])')) unused.remove();
  page.head.prepend(Object.assign(page.createElement("base"), { target: "_blank" }));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

function usePreview(orgID: string, revision: string, change: PagePreviewRequest) {
  const [html, setHtml] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const isValid = pagePreviewRequest.safeParse(change).success;
  useEffect(() => {
    if (!isValid) return;
    const controller = new AbortController();
    const read = async () => {
      try {
        const { data } = await call("POST /v1/organizations/{orgID}/public-page/preview", {
          params: { orgID },
          body: change,
          signal: controller.signal,
        });
        setHtml(data.html);
        setError(null);
      } catch (thrown) {
        if (controller.signal.aborted) return;
        if (!(thrown instanceof ApiError)) throw thrown;
        setError(thrown.detail);
      }
    };
    void read();
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a saved change also changes the page
  }, [orgID, revision, change, isValid]);
  return { html, error: isValid ? error : "Fix the invalid fields to update the preview." };
}
