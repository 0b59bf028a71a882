import { CircleAlert } from "lucide-react";

/** A live region for what went wrong: always there, so that its first words are read out too. */
export function Message({ children }: { children: React.ReactNode }) {
  return (
    <div role="alert" className="empty:sr-only">
      {children !== null && (
        <p className="flex items-start gap-2 rounded-md border border-invalid p-3 text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-invalid" />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </p>
      )}
    </div>
  );
}
