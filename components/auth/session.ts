import { createContext, use } from "react";
import type { UserResponse } from "@/lib/http/api-client";
import type { Theme } from "@/lib/theme";

export const SessionEnded = createContext<(() => void) | null>(null);
/**
 * The signed-in user. `isAdministrator` is true for administrators of the installation. `theme` is
 * null until the user chooses one.
 */
export type SignedInUser = UserResponse & { isAdministrator: boolean; theme: Theme | null };
export const SignedIn = createContext<SignedInUser | null>(null);

export const useOnSessionEnded = () => use(SessionEnded);

export const useSignedIn = (): SignedInUser | null => use(SignedIn);

export const useDraftOwner = (): string | null => use(SignedIn)?.id ?? null;
