import { Logo } from "@/components/brand/logo";
import { buttonClass } from "@/components/ui/button";
import { BASE_PATH } from "@/lib/base-path";

/** `menu` is the account menu of a signed-in user. */
export function SiteHeader({ menu }: { menu?: React.ReactNode }) {
  return (
    <header className="border-b border-line bg-surface">
      <nav
        aria-label="Site"
        className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-4 py-2"
      >
        <Logo />
        <div className="flex min-w-0 items-center gap-1">
          <a href={`${BASE_PATH}/docs`} className={buttonClass("quiet")}>
            Docs
          </a>
          <a
            href={`${BASE_PATH}${menu ? "/dashboard" : "/login"}`}
            className={buttonClass("secondary")}
          >
            {menu ? "Dashboard" : "Sign in"}
          </a>
          {menu}
        </div>
      </nav>
    </header>
  );
}
