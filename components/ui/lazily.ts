"use client";

import { type ComponentType, createElement, useEffect, useState } from "react";

/** So long after the page is there, parts are fetched that nobody has asked for yet: they work without a connection then. */
const WARM_AFTER_MS = 8_000;

/** Fetches, when the page has come to rest, what nobody has asked for yet. `fetchPart` stays the same function. */
export function useWarm(fetchPart: () => void): void {
  useEffect(() => {
    const timer = setTimeout(fetchPart, WARM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchPart]);
}

/**
 * A part of the page that is not in its first load: nothing until it is fetched, which `open` asks for. Where it can't be, the
 * page goes on without it, and tries again once the network is back.
 */
export function lazily<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazily(props: Props) {
    const { open } = props;
    const [part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      if (part !== null) return;
      let gone = false;
      const get = () =>
        void load().then(
          (loaded) => !gone && setPart(() => loaded),
          () => {},
        );
      const timer = setTimeout(get, open ? 0 : WARM_AFTER_MS);
      window.addEventListener("online", get);
      return () => {
        gone = true;
        clearTimeout(timer);
        window.removeEventListener("online", get);
      };
    }, [open, part]);
    return part === null ? null : createElement(part, props);
  };
}
