"use client";

import { createContext, use } from "react";
import type { UserResponse } from "@/lib/http/client";

export const SessionEnded = createContext<(() => void) | null>(null);
export const SignedIn = createContext<UserResponse | null>(null);

export const useOnSessionEnded = () => use(SessionEnded);

/** Null on pages without a session. */
export const useSignedIn = (): UserResponse | null => use(SignedIn);

export const useDraftOwner = (): string | null => use(SignedIn)?.id ?? null;
