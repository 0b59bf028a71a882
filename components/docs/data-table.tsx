import type { ReactNode } from "react";

type Row = { key: string; id?: string; cells: readonly ReactNode[] };

// The roles are explicit, because tables with block layout lose their semantics.
const role = {
  table: "table",
  group: "rowgroup",
  row: "row",
  header: "columnheader",
  cell: "cell",
} as const;

const layouts = [
  "",
  "min-w-0 flex-1 wrap-anywhere",
  "max-md:basis-full max-md:text-muted max-md:not-last:before:content-[attr(data-column)_':_']",
];

export function DataTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <table role={role.table} className="block w-full text-start md:table">
        <caption className="sr-only">{caption}</caption>
        <thead role={role.group} className="max-md:sr-only">
          <tr role={role.row}>
            {columns.map((column) => (
              <th
                key={column}
                role={role.header}
                scope="col"
                className="border-b border-line px-4 py-2 text-start text-xs font-medium text-muted"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={role.group} className="block md:table-row-group">
          {rows.map(({ key, id, cells }) => (
            <tr
              key={key}
              id={id}
              role={role.row}
              className={
                "flex scroll-mt-4 flex-wrap gap-x-2 border-b border-line px-4 py-3 last:border-b-0 " +
                "target:bg-sunken md:table-row md:[&:last-child>td]:border-b-0"
              }
            >
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  role={role.cell}
                  data-column={columns[index]}
                  className={
                    "py-0.5 align-top md:table-cell md:border-b md:border-line md:px-4 md:py-2.5 " +
                    `md:not-last:whitespace-nowrap ${layouts[Math.min(index, 2)]}`
                  }
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
