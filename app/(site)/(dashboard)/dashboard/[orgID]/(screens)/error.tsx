"use client";

export { ScreenError as default } from "@/components/shell/screen-error";
