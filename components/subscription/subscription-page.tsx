import { NarrowPage } from "@/components/brand/narrow-page";
import { fillPhrase } from "@/lib/public/page/page-texts";
import type { SubscriptionTexts } from "@/lib/public/page/subscription-texts";

export type SubscriptionOrganization = {
  name: string;
  url: string;
  logoUrl: string | null;
};

/** Props of the screens that a link in an email opens. */
export type LinkScreenProps = {
  texts: SubscriptionTexts;
  token: string;
  organization: SubscriptionOrganization | null;
};

export function SubscriptionPage({
  texts,
  organization,
  children,
}: {
  texts: SubscriptionTexts;
  organization: SubscriptionOrganization | null;
  children: React.ReactNode;
}) {
  const page = { lang: texts.tag, noScript: texts.noScript, children };
  if (organization === null) return <NarrowPage {...page} />;
  const { name, url, logoUrl } = organization;
  const header = (
    <a
      href={url}
      className={
        "inline-flex max-w-full items-center gap-3 rounded-sm text-lg font-semibold " +
        "tracking-tight pointer-coarse:min-h-11"
      }
    >
      {logoUrl !== null && (
        // oxlint-disable-next-line nextjs/no-img-element -- an unprocessed upload
        <img src={logoUrl} alt="" className="max-h-10 max-w-32 shrink-0 object-contain" />
      )}
      <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
    </a>
  );
  return <NarrowPage header={header} {...page} />;
}

type StatusPageLinkProps = { texts: SubscriptionTexts; organization: SubscriptionOrganization };

export function StatusPageLink({ texts, organization }: StatusPageLinkProps) {
  return (
    <p className="mt-6 text-center wrap-anywhere">
      <a href={organization.url} className="font-medium text-accent underline underline-offset-2">
        {fillPhrase(texts.statusPageOf, { name: organization.name })}
      </a>
    </p>
  );
}
