import { cookies } from "next/headers";
import { parseTheme, type Theme, THEME_COOKIE } from "@/lib/theme";

type SiteDocumentProps = {
  /** The signed-in user's theme. If null, the page has the theme chosen last in this browser. */
  theme: Theme | null;
  children: React.ReactNode;
};

export async function SiteDocument({ theme: chosen, children }: SiteDocumentProps) {
  const theme = chosen ?? parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme}>
      <body>
        <a
          href="#content"
          className={
            "sr-only rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only " +
            "focus:fixed focus:start-4 focus:top-4 focus:z-50"
          }
        >
          Skip to content
        </a>
        {children}
      </body>
    </html>
  );
}
