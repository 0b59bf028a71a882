import {
  CircleCheck,
  CircleHelp,
  DiamondMinus,
  ExternalLink,
  type LucideIcon,
  SquareX,
  TriangleAlert,
  Wrench,
} from "lucide-react";
import Link from "next/link";
import { getPublicStatusLabel } from "@/components/components/public-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { TimeAgo } from "@/components/ui/relative-time";
import { GroupedNames } from "@/components/status-page/grouped-names";
import { LoadError } from "@/components/data/load-error";
import type { useOverallStatus } from "@/components/updates/use-overall";
import type { ComponentResponse } from "@/lib/http/api-client";
import { type Language, languageTags } from "@/lib/organizations/values";
import type { Cause, Indicator, OverallSentence } from "@/lib/public/page/schema";

const styles: Record<Indicator, { icon: LucideIcon; className: string }> = {
  none: { icon: CircleCheck, className: "bg-positive-soft text-positive" },
  maintenance: { icon: Wrench, className: "bg-planned-soft text-planned" },
  minor: { icon: TriangleAlert, className: "bg-caution-soft text-caution" },
  major: { icon: DiamondMinus, className: "bg-warning-soft text-warning" },
  critical: { icon: SquareX, className: "bg-critical-soft text-critical" },
  unknown: { icon: CircleHelp, className: "bg-sunken text-ink" },
};

const CAUSES_SHOWN = 3;
const NAMES_SHOWN = 3;

/** The server passes these sentences, so that the browser's code contains no translations. */
export type Sentences = Record<Language, Record<OverallSentence, string>>;

type Props = ReturnType<typeof useOverallStatus> & { sentences: Sentences };

export function CurrentPublicStatus({ overall, components, error, sentences }: Props) {
  const { page_url, languages } = useOrganization();
  if (error) return <LoadError error={error} />;
  if (overall === undefined) {
    return (
      <div className="min-h-28 animate-pulse rounded-lg bg-sunken">
        <output className="sr-only">Loading public status</output>
      </div>
    );
  }
  const { icon: Icon, className } = styles[overall.indicator];
  const more = overall.causes.length - CAUSES_SHOWN;
  return (
    <section aria-label="Public status" className={`rounded-lg p-4 sm:p-5 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
        <p>Public status</p>
        <a
          href={page_url}
          target="_blank"
          rel="noreferrer"
          className={
            "inline-flex min-h-6 items-center pointer-coarse:-my-2.5 " +
            "pointer-coarse:min-h-11 gap-1 rounded-sm font-medium underline " +
            "underline-offset-2"
          }
        >
          View status page <ExternalLink className="size-3.5" />
        </a>
      </div>
      <output
        className="mt-1 flex items-start gap-3 text-lg font-semibold"
        lang={languageTags[languages[0] ?? "en"]}
      >
        <Icon className="mt-0.5 size-6 shrink-0" strokeWidth={2.25} />
        <span className="min-w-0 wrap-anywhere">
          {sentences[languages[0] ?? "en"][overall.sentence]}
        </span>
      </output>
      {overall.causes.length > 0 && (
        <ul className="mt-2 grid gap-1 ps-9 text-ink">
          {overall.causes.slice(0, CAUSES_SHOWN).map((cause) => (
            <li
              key={cause.kind === "component" ? JSON.stringify(cause.components) : cause.id}
              className="wrap-anywhere"
            >
              <CauseItem
                cause={cause}
                author={cause.kind === "component" ? getAuthor(components, cause) : null}
              />
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </section>
  );
}

const getAuthor = (
  components: readonly ComponentResponse[] | undefined,
  { components: [named], since }: Cause,
): string | null =>
  components?.find(({ name, status_set_at }) => name === named?.name && status_set_at === since)
    ?.status_set_by?.name ?? null;

function CauseItem({ cause, author }: { cause: Cause; author: string | null }) {
  const { at } = useOrganization();
  const { components, status, since } = cause;
  const label = getPublicStatusLabel(status);
  const more = components.length - NAMES_SHOWN;
  return (
    <>
      {components.length > 0 && (
        <>
          <span className="font-medium">
            <GroupedNames components={components.slice(0, NAMES_SHOWN)} />
          </span>
          {more > 0 && ` and ${more} more`}
          {": "}
        </>
      )}
      {components.length === 0 ? label : label.toLowerCase()}
      {cause.kind === "component" ? (
        <>
          , set manually
          {author !== null && (
            <>
              {" "}
              by <bdi>{author}</bdi>
            </>
          )}{" "}
        </>
      ) : (
        <>
          {" due to “"}
          <Link
            href={at(`/${cause.kind}s/${cause.id}`)}
            prefetch={false}
            className="rounded-sm font-medium underline underline-offset-2"
          >
            <bdi>{cause.title}</bdi>
          </Link>
          {"”, started "}
        </>
      )}
      <TimeAgo at={since} />
    </>
  );
}
