import { DeliveryReportPanel } from "@/components/deliveries/delivery-report";
import { Section } from "@/components/ui/section";
import type { Subject } from "@/lib/updates/values";
import type { useUpdates } from "./update-calls";
import { UpdateTimeline } from "./update-timeline";

type EventContentProps = {
  subject: Subject;
  updates: ReturnType<typeof useUpdates>;
  /** The form for an update, or false. */
  composer: React.ReactNode;
  timelineAside?: React.ReactNode;
  /** The section above the deliveries. */
  facts: React.ReactNode;
  children?: React.ReactNode;
};

/** The timeline, facts, and deliveries of an incident or maintenance. */
export function EventContent(props: EventContentProps) {
  const { subject, updates, composer, timelineAside, facts, children } = props;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-8">
        {composer}
        <Section title="Timeline" aside={timelineAside}>
          <UpdateTimeline subject={subject} updates={updates} />
        </Section>
        {children}
      </div>
      <aside aria-label={`About this ${subject.kind}`} className="grid min-w-0 gap-8">
        {facts}
        <Section title="Deliveries">
          <DeliveryReportPanel
            of={subject}
            notifiedAt={
              updates.items && (updates.items.find(({ notified }) => notified)?.created_at ?? null)
            }
          />
        </Section>
      </aside>
    </div>
  );
}
