import type { Language } from "@/lib/organizations/schema";
import { phrases } from "@/lib/status-page/words";

/** The document of a public page, in the language in which it is read. */
export function PageDocument({ language, children }: { language: Language; children: React.ReactNode }) {
  return (
    <html lang={language}>
      <body>
        <a
          href="#content"
          className="sr-only rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-10"
        >
          {phrases[language].skip}
        </a>
        {children}
      </body>
    </html>
  );
}
