import type { Metadata } from "next";
import { NoSuchScreen } from "@/components/shell/no-such-screen";

export const metadata: Metadata = { title: "No such screen" };

export default function NotFound() {
  return <NoSuchScreen />;
}
