"use client";

import { createContext, use } from "react";
import type { UserResponse } from "@/lib/http/api-client";

export const SessionEnded = createContext<(() => void) | null>(null);
/** The signed-in user. `isAdministrator` is true for administrators of the installation. */
export type SignedInUser = UserResponse & { isAdministrator: boolean };
export const SignedIn = createContext<SignedInUser | null>(null);

export const useOnSessionEnded = () => use(SessionEnded);

export const useSignedIn = (): SignedInUser | null => use(SignedIn);

export const useDraftOwner = (): string | null => use(SignedIn)?.id ?? null;
