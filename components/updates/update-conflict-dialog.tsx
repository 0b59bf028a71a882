"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Message } from "@/components/ui/message";

export type ConflictActions = {
  form: string;
  busy: boolean;
  message: string | null;
  onPost: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

type UpdateConflictDialogProps = ConflictActions & {
  open: boolean;
  posted: React.ReactNode;
  mine: React.ReactNode;
  consequence: string | null;
  /** The newer updates rule out the status change of this one. */
  closed?: boolean;
};

export function UpdateConflictDialog({
  open,
  posted,
  mine,
  consequence,
  closed = false,
  form,
  busy,
  message,
  onPost,
  onDiscard,
  onClose,
}: UpdateConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title="Another update was posted"
      description="Your update wasn’t posted, and no one was notified. Review both, then decide."
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Side title="New updates">{posted}</Side>
        <Side title="Your update (not posted)">{mine}</Side>
      </div>
      {consequence !== null && <p className="font-medium">{consequence}</p>}
      <Message>{message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onDiscard}>
          Discard my update
        </Button>
        <Button variant={closed ? "primary" : "secondary"} onClick={onClose}>
          Keep editing
        </Button>
        {!closed && (
          <Button type="submit" form={form} busy={busy} onClick={onPost}>
            {busy ? "Posting…" : "Post anyway"}
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
      <Card>
        <ol>{children}</ol>
      </Card>
    </section>
  );
}
