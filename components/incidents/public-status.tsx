import { Wrench } from "lucide-react";
import { ComponentStatus, componentStatusLooks } from "@/components/components/component-status";
import { Badge } from "@/components/ui/badge";
import type { PublicStatus as Status } from "@/lib/components/schema";

/** What strangers are told of a component, in words. */
export const publicStatusWord = (status: Status): string => (status === "under_maintenance" ? "Under maintenance" : componentStatusLooks[status].word);

/** What strangers are told of a component. */
export function PublicStatus({ status }: { status: Status }) {
  return status === "under_maintenance" ? <Badge tone="planned" icon={Wrench}>{publicStatusWord(status)}</Badge> : <ComponentStatus status={status} />;
}
