import { Card } from "@/components/ui/card";
import { SkeletonRows } from "@/components/ui/skeleton";
import { LoadError } from "./load-error";

type LoadingCardProps = React.ComponentProps<typeof SkeletonRows> & {
  /** What the card shows, as returned by a hook of use-read.ts. */
  of: { data?: unknown; items?: unknown; error: { detail: string } | undefined };
  children: React.ReactNode;
};

/** Shows placeholder rows until the content is loaded. */
export function LoadingCard({ of, children, ...skeleton }: LoadingCardProps) {
  const { data, items = data, error } = of;
  return (
    <Card>
      <div className={error ? "p-4" : "contents"}>
        <LoadError error={error} />
      </div>
      {items === undefined && !error && <SkeletonRows {...skeleton} />}
      {children}
    </Card>
  );
}
