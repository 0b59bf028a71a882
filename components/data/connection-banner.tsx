"use client";

import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { sayFailure } from "@/components/ui/toaster";
import { useConnection } from "./connection";

const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", second: "2-digit" });

/** Says that a screen cannot be fetched: the browser would show its own page of failure in the place of this one. */
export const sayUnreachable = (what: string) => sayFailure(`${what} takes a connection`, "What is on this screen stays. Try it again once the server is back.");

/** Keeps the reader on the screen there is: another cannot be fetched now. */
function holdLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== location.origin || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  if (link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  event.stopPropagation();
  sayUnreachable(`“${link.textContent.trim() || link.ariaLabel || "This"}”`);
}

/** Says that what is shown may be old, and since when. Always there, so that it is read out when it begins to speak; whoever places it makes it stick. */
export function ConnectionBanner() {
  const connection = useConnection();
  const { reachable } = connection;
  useEffect(() => {
    if (reachable) return undefined;
    document.addEventListener("click", holdLinks, { capture: true });
    return () => document.removeEventListener("click", holdLinks, { capture: true });
  }, [reachable]);
  return (
    <output className="block empty:hidden">
      {!connection.reachable && (
        <span className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm text-canvas">
          <CloudOff className="size-4 shrink-0" />
          {connection.failing ? "The server is in trouble" : "Offline"} since {time.format(connection.since)}. What you see may be old; nothing can be sent until {connection.failing ? "it has recovered" : "the connection is back"}. Drafts are kept.
        </span>
      )}
    </output>
  );
}
