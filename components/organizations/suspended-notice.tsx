import { Ban } from "lucide-react";
import { useOrganization } from "./organization-context";

export function SuspendedNotice() {
  const { suspended_at: suspendedAt } = useOrganization();
  if (suspendedAt === null) return null;
  return (
    <section
      aria-label="Suspension"
      className="mb-6 flex items-start gap-4 rounded-lg border border-critical bg-surface p-4"
    >
      <Ban className="mt-0.5 size-5 shrink-0 text-critical" />
      <div className="min-w-0">
        <p className="font-medium">This organization is suspended</p>
        <p className="text-muted">
          You can view everything but can’t make changes. The status page is unavailable, and
          subscribers get no notifications. Contact the administrator of this installation.
        </p>
      </div>
    </section>
  );
}
