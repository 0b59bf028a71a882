"use client";

export { ScreenFailure as default } from "@/components/shell/screen-failure";
