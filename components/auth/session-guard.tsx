"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type RevalidatorOptions, SWRConfig } from "swr";
import { setReachability } from "@/components/data/connection";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { ApiError } from "@/lib/http/api-client";
import { PasswordPrompt } from "./password-prompt";
import { SessionEnded, SignedIn, type SignedInUser } from "./session";

const AccountChanged = createLazyComponent(
  async () => (await import("./sign-in-again")).AccountChanged,
);
const SignInAgain = createLazyComponent(async () => (await import("./sign-in-again")).SignInAgain);

const REFRESH_MS = 5_000;
const RETRY_AFTER_4XX_MS = 30_000;

const hasStatus = (error: unknown, test: (status: number) => boolean) =>
  error instanceof ApiError && test(error.status);

/** Asks the user to sign in again when the session ends. Keeps unsaved input. */
export function SessionGuard({
  user,
  children,
}: {
  user: SignedInUser | null;
  children: React.ReactNode;
}) {
  const [ended, setEnded] = useState(false);
  const paused = useRef(false);
  const end = useCallback(() => {
    paused.current = true;
    setEnded(true);
  }, []);
  // True if another tab signed in as a different user. API calls would then act as that user.
  const [replaced, setReplaced] = useState(false);
  const id = user?.id;
  const tabs = useRef<BroadcastChannel>(null);
  const resume = useCallback(() => {
    paused.current = false;
    setEnded(false);
    tabs.current?.postMessage(id);
  }, [id]);
  useEffect(() => {
    if (id === undefined) return undefined;
    const channel = new BroadcastChannel("signed-in");
    channel.onmessage = ({ data }) => {
      paused.current = data !== id;
      setReplaced(data !== id);
      if (data === id) setEnded(false);
    };
    channel.postMessage(id);
    tabs.current = channel;
    return () => channel.close();
  }, [id]);
  const swrConfig = useMemo(
    () => ({
      refreshInterval: REFRESH_MS,
      dedupingInterval: 1_000,
      focusThrottleInterval: 1_000,
      isPaused: () => paused.current,
      onSuccess: () => setReachability(true),
      onError: (error: unknown) => {
        if (hasStatus(error, (status) => status === 401)) end();
        if (hasStatus(error, (status) => status === 0)) setReachability(false);
        if (hasStatus(error, (status) => status === 503)) setReachability(false, true);
      },
      // Retries failed reads, because SWR stops refreshing after an error. After a 401, reads wait
      // for the user to sign in.
      onErrorRetry: (
        error: unknown,
        _key: string,
        _config: unknown,
        revalidate: (options: RevalidatorOptions) => unknown,
        { retryCount }: RevalidatorOptions,
      ) => {
        if (hasStatus(error, (status) => status === 401)) return;
        setTimeout(
          () => void revalidate({ retryCount: (retryCount ?? 0) + 1 }),
          hasStatus(error, (status) => status === 0 || status >= 500)
            ? REFRESH_MS
            : RETRY_AFTER_4XX_MS,
        );
      },
    }),
    [end],
  );
  return (
    <SignedIn value={user}>
      <SessionEnded value={end}>
        <SWRConfig value={swrConfig}>
          {children}
          <AccountChanged open={replaced} />
          {user !== null && <PasswordPrompt email={user.email} />}
          {user !== null && <SignInAgain open={ended} user={user} onSignedIn={resume} />}
        </SWRConfig>
      </SessionEnded>
    </SignedIn>
  );
}
