"use client";

import { createContext, use } from "react";
import type { User } from "@/lib/http/client";

export const SessionEnded = createContext<(() => void) | null>(null);
export const SignedIn = createContext<User | null>(null);

/** Called when an API call returns 401; null on pages without a session. */
export const useOnSessionEnded = () => use(SessionEnded);

/** The signed-in user; null on pages without a session. */
export const useSignedIn = (): User | null => use(SignedIn);

/** The id of the user who owns the drafts; null if drafts are not stored. */
export const useDraftOwner = (): string | null => use(SignedIn)?.id ?? null;
