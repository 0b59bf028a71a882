import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";

/**
 * If `children` is null, renders an empty region, because screen readers announce changes only in an
 * element that already exists.
 */
export function Message({ children }: { children: React.ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const isShown = children !== null;
  useEffect(() => {
    if (!isShown || region.current!.closest('form, [role="dialog"]') === null) return;
    for (const part of [region.current!.nextElementSibling, region.current!])
      part?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  return (
    <div ref={region} role="alert" className="empty:sr-only">
      {isShown && (
        <p className="flex items-start gap-2 rounded-md border border-invalid p-3 text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-invalid" />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </p>
      )}
    </div>
  );
}
