type EmptyStateProps = { title: React.ReactNode; children: React.ReactNode };

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="px-4 py-6">
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-prose text-pretty text-muted">{children}</p>
    </div>
  );
}
