"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type ConflictProps<Values> = {
  /** `conflict` of the form. */
  conflict: { theirs: Values; mine: Values; keepTheirs: () => void; saveMine: () => Promise<void>; close: () => void } | null;
  /** The fields to compare, with the words for their values. */
  fields: { name: keyof Values & string; label: string; show?: (value: never) => React.ReactNode }[];
};

/** Somebody else saved while this form was open: both versions, and the person decides. */
export function Conflict<Values extends object>({ conflict, fields }: ConflictProps<Values>) {
  const differing = conflict === null ? [] : fields.filter(({ name }) => JSON.stringify(conflict.theirs[name]) !== JSON.stringify(conflict.mine[name]));
  const show = ({ name, show }: ConflictProps<Values>["fields"][number], values: Values) => (show === undefined ? String(values[name] ?? "") : show(values[name] as never)) || "—";
  return (
    <Dialog open={conflict !== null} onClose={conflict?.close} wide title="Somebody saved this meanwhile" description="Nothing was overwritten. Compare, then decide.">
      {conflict && (
        <>
          {differing.length === 0 ? (
            <p>Both versions say the same in every field of this form.</p>
          ) : (
            <div className="overflow-x-auto">
              <table className="w-full min-w-96 border-collapse text-start">
                <thead>
                  <tr className="border-b border-line text-xs text-muted">
                    <th className="p-2 text-start font-medium">Field</th>
                    <th className="p-2 text-start font-medium">Saved by somebody else</th>
                    <th className="p-2 text-start font-medium">Yours</th>
                  </tr>
                </thead>
                <tbody>
                  {differing.map((field) => (
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
            </div>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={conflict.keepTheirs}>
              Keep theirs
            </Button>
            <Button onClick={() => void conflict.saveMine()}>Save mine over it</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
