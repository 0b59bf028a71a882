"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Message } from "@/components/ui/message";

/** What a form does about an update that was refused because another was posted meanwhile. */
export type Refusal = {
  /** The `id` of the form that posts. */
  form: string;
  busy: boolean;
  /** Why it was refused again. */
  message: string | null;
  /** Before the form is sent again. */
  onPost: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

type PostedMeanwhileProps = Refusal & {
  open: boolean;
  /** What others have posted, as entries of a list, newest first. */
  posted: React.ReactNode;
  /** The one that was not sent, as such an entry. */
  mine: React.ReactNode;
  /** What would come of it by now. */
  consequence: string | null;
  /** Nothing can follow what was posted. */
  closed?: boolean;
};

/** Others posted while an update was written: both stand side by side, and the person decides. */
export function PostedMeanwhile({ open, posted, mine, consequence, closed = false, form, busy, message, onPost, onDiscard, onClose }: PostedMeanwhileProps) {
  return (
    <Dialog open={open} onClose={onClose} wide title="Something was posted meanwhile" description="Yours was not sent, and nobody was told of it. Read both, then decide.">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Side title="Posted meanwhile">{posted}</Side>
        <Side title="Yours, not sent">{mine}</Side>
      </div>
      {consequence !== null && <p className="font-medium">{consequence}</p>}
      <Message>{message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onDiscard}>
          Discard mine
        </Button>
        <Button variant={closed ? "primary" : "secondary"} onClick={onClose}>
          Keep editing
        </Button>
        {!closed && (
          <Button type="submit" form={form} busy={busy} onClick={onPost}>
            {busy ? "Sending…" : "Post mine anyway"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Side({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <Card className="max-h-80 overflow-y-auto">
        <ol>{children}</ol>
      </Card>
    </section>
  );
}
