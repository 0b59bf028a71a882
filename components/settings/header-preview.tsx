import { grounds, usableAccent } from "@/lib/public/page/rules";

/** The colors of app/tokens.css, for both color schemes at once. */
const schemes = {
  light: { ink: "#15171c", line: "#e1e3e8", accent: "#2746c7" },
  dark: { ink: "#edeff2", line: "#2a2f38", accent: "#9badff" },
};

type Props = {
  name: string;
  logoURL: string | null;
  website: boolean;
  support: boolean;
  accent: string | null;
};

export function HeaderPreview({ name, logoURL, website, support, accent }: Props) {
  const usable = usableAccent(accent);
  const links = [website && "Website", support && "Support"].filter((link) => link !== false);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-medium">Preview</figcaption>
      <div className="grid gap-2">
        {(["light", "dark"] as const).map((scheme) => {
          const { ink, line, accent: own } = schemes[scheme];
          return (
            <div
              key={scheme}
              style={{ background: grounds[scheme].canvas, color: ink, borderColor: line }}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border px-4 py-5"
            >
              <p className="flex min-w-0 items-center gap-3 text-lg font-semibold wrap-anywhere">
                {logoURL !== null && (
                  // oxlint-disable-next-line nextjs/no-img-element -- the logo is served as it was uploaded
                  <img
                    src={logoURL}
                    alt=""
                    width={32}
                    height={32}
                    className="size-8 shrink-0 rounded-sm object-contain"
                  />
                )}
                <span>
                  <bdi>{name || "…"}</bdi> status
                </span>
              </p>
              <p
                className="flex flex-wrap gap-x-4 gap-y-1 text-sm"
                style={{ color: usable[scheme] ?? own }}
              >
                {(links.length > 0 ? links : ["Example link"]).map((link) => (
                  <span key={link} className="underline underline-offset-2">
                    {link}
                  </span>
                ))}
              </p>
            </div>
          );
        })}
      </div>
    </figure>
  );
}
