"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type RevalidatorOptions, SWRConfig } from "swr";
import { noteReachable } from "@/components/data/connection";
import { lazily } from "@/components/ui/lazily";
import { ApiError, type User } from "@/lib/http/client";
import { SessionEnded, SignedIn } from "./session";

const SomebodyElse = lazily(async () => (await import("./sign-in-again")).SomebodyElse);
const SignInAgain = lazily(async () => (await import("./sign-in-again")).SignInAgain);

/** What is shown follows the server within this time, while it is looked at. */
const LIVE_MS = 5_000;
/** What is refused may be allowed, or there, again. */
const REFUSED_MS = 30_000;

const is = (error: unknown, test: (status: number) => boolean) => error instanceof ApiError && test(error.status);

/**
 * Everything in here needs a session. When it has ended, whoever works here signs in again on the spot: the page stays as it
 * is, and nothing that was typed is lost.
 */
export function SessionGuard({ user, children }: { user: User | null; children: React.ReactNode }) {
  const [ended, setEnded] = useState(false);
  const paused = useRef(false);
  const end = useCallback(() => {
    paused.current = true;
    setEnded(true);
  }, []);
  // Another tab has signed somebody else in: no call answers any more to who is shown here.
  const [replaced, setReplaced] = useState(false);
  const id = user?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const tabs = new BroadcastChannel("signed-in");
    tabs.onmessage = ({ data }) => {
      paused.current = data !== id;
      setReplaced(data !== id);
    };
    tabs.postMessage(id);
    return () => tabs.close();
  }, [id]);
  const reading = useMemo(
    () => ({
      refreshInterval: LIVE_MS,
      dedupingInterval: 1_000,
      focusThrottleInterval: 1_000,
      isPaused: () => paused.current,
      onSuccess: () => noteReachable(true),
      onError: (error: unknown) => {
        if (is(error, (status) => status === 401)) end();
        if (is(error, (status) => status === 0)) noteReachable(false);
        if (is(error, (status) => status === 503)) noteReachable(false, true);
      },
      // What has failed is not read at its interval any more, so this is what keeps it alive; SWR itself would wait longer each time.
      onErrorRetry: (error: unknown, _key: string, _config: unknown, revalidate: (options: RevalidatorOptions) => unknown, { retryCount }: RevalidatorOptions) => {
        if (is(error, (status) => status === 401)) return;
        setTimeout(() => void revalidate({ retryCount: (retryCount ?? 0) + 1 }), is(error, (status) => status === 0 || status >= 500) ? LIVE_MS : REFUSED_MS);
      },
    }),
    [end],
  );
  return (
    <SignedIn value={user}>
      <SessionEnded value={end}>
        <SWRConfig value={reading}>
          {children}
          <SomebodyElse open={replaced} onClose={() => setReplaced(false)} />
          {user !== null && (
            <SignInAgain
              open={ended}
              user={user}
              onSignedIn={() => {
                paused.current = false;
                setEnded(false);
              }}
            />
          )}
        </SWRConfig>
      </SessionEnded>
    </SignedIn>
  );
}
