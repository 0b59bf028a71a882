import Link from "next/link";
import { usePathname } from "next/navigation";

type Props = { label: string; links: readonly { path: string; label: string }[] };

const scrollIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });

/** Links to the screens of one section, in a row that scrolls sideways if it is too long. */
export function SectionNavigation({ label, links }: Props) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mb-6 overflow-x-auto [scrollbar-width:none]">
      <div className="flex w-max min-w-full gap-x-2 border-b border-line">
        {links.map(({ path, label: text }) => (
          <Link
            key={path}
            ref={pathname === path ? scrollIntoView : undefined}
            href={path}
            prefetch={false}
            aria-current={pathname === path ? "page" : undefined}
            className={
              "flex min-h-9 items-center border-b-2 border-transparent px-2 whitespace-nowrap text-muted " +
              "hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium " +
              "aria-[current=page]:text-ink pointer-coarse:min-h-11"
            }
          >
            {text}
          </Link>
        ))}
      </div>
    </nav>
  );
}
