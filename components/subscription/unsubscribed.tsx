import { Outcome } from "@/components/ui/outcome";

export function Unsubscribed() {
  return <Outcome title="You are unsubscribed">No more messages will be sent. To hear of things again, subscribe anew on the status page.</Outcome>;
}
