"use client";

import { CloudOff } from "lucide-react";
import { useConnection } from "./connection";

const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", second: "2-digit" });

/** Says that what is shown may be old, and since when. Always there, so that it is read out when it begins to speak; whoever places it makes it stick. */
export function ConnectionBanner() {
  const connection = useConnection();
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
