import { cookies } from "next/headers";
import { parseTheme, THEME_COOKIE } from "@/lib/theme";

export async function SiteDocument({ children }: { children: React.ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
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
