"use client";

import { createContext, use } from "react";
import type { User } from "@/lib/http/client";

export const SessionEnded = createContext<(() => void) | null>(null);
export const SignedIn = createContext<User | null>(null);

/** What to do when a call says that nobody is signed in; null where nobody need be. */
export const useSessionEnded = () => use(SessionEnded);

/** Who is signed in; null where nobody need be. */
export const useSignedIn = (): User | null => use(SignedIn);

/** Whose drafts are kept; null where none are. */
export const useDraftOwner = (): string | null => use(SignedIn)?.id ?? null;
