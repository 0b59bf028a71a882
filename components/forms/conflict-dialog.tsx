import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ScrollArea } from "@/components/ui/scroll-area";

type ConflictProps<Values> = {
  conflict: {
    /** Fields that both users changed, to different values. */
    names: (keyof Values)[];
    theirs: Values;
    mine: Values;
    keepTheirs: () => void;
    saveMine: () => void;
    close: () => void;
  } | null;
  fields: {
    name: keyof Values & string;
    label: string;
    show?: (value: never) => React.ReactNode;
  }[];
};

export function ConflictDialog<Values extends object>({ conflict, fields }: ConflictProps<Values>) {
  const conflicting = fields.filter(({ name }) => conflict?.names.includes(name));
  const show = ({ name, show }: ConflictProps<Values>["fields"][number], values: Values) =>
    (show === undefined ? String(values[name] ?? "") : show(values[name] as never)) || "—";
  return (
    <Dialog
      open={conflict !== null}
      onClose={conflict?.close}
      isWide
      title="Someone else changed this"
      description={
        "Your changes aren’t saved yet. Choose a version of the fields that you both changed. If you " +
        "keep their version, save your other changes afterward."
      }
    >
      {conflict && (
        <>
          <ScrollArea label="Conflicting fields">
            <table className="w-full min-w-96 border-collapse text-start">
              <thead>
                <tr className="border-b border-line text-xs text-muted">
                  <th className="p-2 text-start font-medium">Field</th>
                  <th className="p-2 text-start font-medium">Their version</th>
                  <th className="p-2 text-start font-medium">Your version</th>
                </tr>
              </thead>
              <tbody>
                {conflicting.map((field) => (
                  <tr key={field.name} className="border-b border-line align-top last:border-b-0">
                    <th scope="row" className="p-2 text-start font-medium">
                      {field.label}
                    </th>
                    <td className="max-w-72 p-2 wrap-anywhere whitespace-pre-wrap">
                      <bdi>{show(field, conflict.theirs)}</bdi>
                    </td>
                    <td className="max-w-72 p-2 wrap-anywhere whitespace-pre-wrap">
                      <bdi>{show(field, conflict.mine)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={conflict.keepTheirs}>
              Keep their version
            </Button>
            <Button onClick={conflict.saveMine}>Overwrite with my version</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
