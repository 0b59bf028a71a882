import { BackLink } from "./page-header";
import { Card } from "./card";

export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="h-4 w-2/5 animate-pulse rounded-sm bg-sunken" />
          <div className="h-4 w-20 animate-pulse rounded-sm bg-sunken" />
        </div>
      ))}
    </div>
  );
}

export const SkeletonTitle = () => (
  <span className="inline-block h-6 w-64 max-w-full animate-pulse rounded-sm bg-sunken align-middle" />
);

type RecordSkeletonProps = { back: { href: string; label: string }; label: string };

/** Shows the outline of a screen with a heading and details while its record loads. */
export const RecordSkeleton = ({ back, label }: RecordSkeletonProps) => (
  <>
    <div className="mb-6">
      <BackLink {...back} />
      <div className="text-xl">
        <SkeletonTitle />
      </div>
    </div>
    <Card>
      <SkeletonRows rows={6} label={label} />
    </Card>
  </>
);
