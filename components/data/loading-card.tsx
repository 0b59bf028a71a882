import { Card } from "@/components/ui/card";
import { SkeletonRows } from "@/components/ui/skeleton";
import { LoadError } from "./load-error";

type LoadingCardProps = {
  error: { detail: string } | undefined;
  isLoaded: boolean;
  /** Placeholders that are shown until the content is loaded. */
  skeleton: React.ComponentProps<typeof SkeletonRows>;
  children: React.ReactNode;
};

export function LoadingCard({ error, isLoaded, skeleton, children }: LoadingCardProps) {
  return (
    <Card>
      <div className={error ? "p-4" : "contents"}>
        <LoadError error={error} />
      </div>
      {!isLoaded && !error && <SkeletonRows {...skeleton} />}
      {children}
    </Card>
  );
}
