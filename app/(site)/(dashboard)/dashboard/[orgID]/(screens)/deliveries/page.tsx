import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { DeliveriesScreen } from "@/components/deliveries/deliveries-screen";

export const metadata: Metadata = { title: "Deliveries" };

export default createPage("/dashboard/[orgID]/deliveries", () => <DeliveriesScreen />);
