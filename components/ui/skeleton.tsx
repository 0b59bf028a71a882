export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div>
      <output className="sr-only">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="h-4 w-2/5 animate-pulse rounded-sm bg-sunken" />
          <div className="h-4 w-20 animate-pulse rounded-sm bg-sunken" />
        </div>
      ))}
    </div>
  );
}
