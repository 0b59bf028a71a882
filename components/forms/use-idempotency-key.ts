"use client";

import { useState } from "react";

/** A key that nobody else has. `crypto.randomUUID` is there over https alone, and Candor may be at home behind plain http. */
export const newIdempotencyKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** One key for as long as a form is open: sent again after a timeout, it creates nothing twice. */
export const useIdempotencyKey = (): string => useState(newIdempotencyKey)[0];
