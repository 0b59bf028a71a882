type CardProps = { className?: string; children: React.ReactNode };

export function Card({ className = "", children }: CardProps) {
  return <div className={`rounded-lg border border-line bg-surface ${className}`}>{children}</div>;
}
