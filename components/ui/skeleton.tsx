import { BackLink } from "./page-header";
import { Card } from "./card";

const barClass = "animate-pulse rounded-sm bg-sunken";

type SkeletonRowsProps = {
  rows: number;
  label?: string;
  /** The content of each row: one line, two lines of text, or a name with a chart. */
  shape?: "line" | "text" | "chart";
};

export function SkeletonRows({ rows, label, shape = "line" }: SkeletonRowsProps) {
  return (
    <div>
      {label !== undefined && <output className="sr-only">{label}</output>}
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={
            "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line " +
            "px-4 py-3 last:border-b-0 md:flex-nowrap"
          }
        >
          <div className="grid w-2/5 gap-2">
            <div className={`h-4 ${barClass}`} />
            {shape === "text" && <div className={`h-3 w-3/5 ${barClass}`} />}
          </div>
          {shape === "chart" && (
            <div className={`h-6 w-full md:w-1/3 ${barClass} order-last md:order-none`} />
          )}
          <div className={`h-4 w-20 ${barClass}`} />
        </div>
      ))}
    </div>
  );
}

type SkeletonFieldsProps = { fields: number; label: string; isTall?: boolean };

export const SkeletonFields = ({ fields, label, isTall = false }: SkeletonFieldsProps) => (
  <>
    <output className="sr-only">{label}</output>
    {Array.from({ length: fields }, (_, field) => (
      <div key={field} className="grid gap-2">
        <div className={`h-4 w-24 ${barClass}`} />
        <div className={`${isTall ? "h-36" : "h-9"} animate-pulse rounded-md bg-sunken`} />
      </div>
    ))}
  </>
);

/** Shows the outline of a form: labels, fields, and a button. */
export const SkeletonForm = (props: SkeletonFieldsProps) => (
  <div className="grid gap-5">
    <SkeletonFields {...props} />
    <div className="h-9 w-28 animate-pulse justify-self-end rounded-md bg-sunken" />
  </div>
);

export const SkeletonTitle = () => (
  <span className="inline-block h-6 w-64 max-w-full animate-pulse rounded-sm bg-sunken align-middle" />
);

type ResourceSkeletonProps = {
  back: { href: string; label: string };
  children: React.ReactNode;
};

/** Shows the outline of a screen's header while its resource loads, and `children` below. */
export const ResourceSkeleton = ({ back, children }: ResourceSkeletonProps) => (
  <>
    <div className="mb-6">
      <BackLink {...back} />
      <div className="text-xl">
        <SkeletonTitle />
      </div>
      <div className={`mt-1.5 h-4 w-40 ${barClass}`} />
    </div>
    {children}
  </>
);

/** Shows the outline of a form, a timeline, and a column with details. */
export const EventSkeleton = ({ label }: { label: string }) => (
  <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="grid gap-8">
      <Card className="p-4">
        <SkeletonForm fields={2} label={label} />
      </Card>
      <Card>
        <SkeletonRows rows={3} shape="text" />
      </Card>
    </div>
    <Card>
      <SkeletonRows rows={4} />
    </Card>
  </div>
);
