/** Shows the initials of a name. Screen readers ignore them, so show the name too. */
export function Avatar({ name, isSquare = false }: { name: string; isSquare?: boolean }) {
  const words = name.trim().split(/\s+/);
  const shown = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return (
    <span
      aria-hidden="true"
      dir="auto"
      className={
        "grid size-7 shrink-0 place-items-center text-xs font-semibold select-none " +
        (isSquare ? "rounded-md bg-accent text-on-accent" : "rounded-full bg-sunken text-muted")
      }
    >
      {shown.map((word) => [...word][0]?.toUpperCase()).join("")}
    </span>
  );
}
