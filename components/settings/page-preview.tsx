"use client";

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
import type { ImageKind, Language } from "@/lib/organizations/values";

const DEBOUNCE_MS = 400;
const widths = {
  Phone: "mx-auto w-full max-w-[26rem]",
  Desktop: "w-[300%] origin-top-left scale-[.3334]",
} as const;
const heights = { Phone: "h-full", Desktop: "h-[300%]" } as const;
type Device = keyof typeof widths;

type Props = {
  orgID: string;
  change: OrganizationChange;
  language: Language;
  /** Object URLs of images that are not uploaded yet. */
  images: Partial<Record<ImageKind, string>>;
};

export function PagePreview({ orgID, change, language, images }: Props) {
  const { html, error } = usePreview(
    orgID,
    useDebounced(
      { ...change, language, new_images: Object.keys(images) as ImageKind[] },
      DEBOUNCE_MS,
    ),
  );
  const [device, setDevice] = useState<Device>("Phone");
  const [isDark, setIsDark] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const document = useMemo(() => html && adaptHtml(html, orgID, images), [html, orgID, images]);
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
          // The sandbox blocks scripts and links.
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

/**
 * Inserts unsaved images, and removes scripts. Links open a new window, which the sandbox blocks.
 */
function adaptHtml(html: string, orgID: string, images: Props["images"]): string {
  const text = Object.entries(images).reduce(
    (text, [kind, url]) => text.replaceAll(`${getPagePath(orgID)}/${kind}?v=new`, url),
    html,
  );
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const script of page.querySelectorAll("script")) script.remove();
  page.head.prepend(Object.assign(page.createElement("base"), { target: "_blank" }));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

function usePreview(orgID: string, change: PagePreviewRequest) {
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
  }, [orgID, change, isValid]);
  return { html, error: isValid ? error : "Fix the invalid fields to update the preview." };
}
