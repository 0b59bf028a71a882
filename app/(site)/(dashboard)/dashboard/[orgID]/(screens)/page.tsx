import { createPage } from "@/app/current-user";
import { Overview } from "@/components/overview/overview";
import type { Sentences } from "@/components/overview/current-public-status";
import { languages } from "@/lib/organizations/schema";
import { phrases } from "@/lib/public/page/page-texts";

const sentences = Object.fromEntries(
  languages.map((language) => [language, phrases[language].overall]),
) as Sentences;

export default createPage("/dashboard/[orgID]", () => <Overview sentences={sentences} />);
