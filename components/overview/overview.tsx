"use client";

import { Megaphone } from "lucide-react";
import Link from "next/link";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { ComponentHealth } from "./component-health";
import { FirstSteps } from "./first-steps";
import { MaintenanceNow } from "./maintenance-now";
import { PublicNow, type Sentences } from "./public-now";
import { RecentActivity } from "./recent-activity";
import { RecentDeliveries } from "./recent-deliveries";
import { UnresolvedIncidents } from "./unresolved-incidents";
import { useOverallStatus } from "./use-overall";

export function Overview({ sentences }: { sentences: Sentences }) {
  const { id: orgID, name, at, is } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  // Sections below the incidents wait for them, so that buttons do not move while loading.
  const { overall, error } = useOverallStatus();
  const settled = overall !== undefined || error !== undefined;
  return (
    <>
      <PageHeader title={<bdi>{name}</bdi>}>
        {is("editor") && (
          <Link
            href={at("/incidents/new")}
            prefetch={false}
            className={`${buttonClass()} min-h-11 px-4 text-base max-sm:w-[calc(100vw-2rem)]`}
          >
            <Megaphone className="size-5" /> Report incident
          </Link>
        )}
      </PageHeader>
      <div className="grid gap-8">
        <PublicNow sentences={sentences} />
        {components?.length === 0 && <FirstSteps />}
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-8">
            <UnresolvedIncidents />
            <div className={settled ? "contents" : "hidden"}>
              <MaintenanceNow />
              {components?.length !== 0 && <ComponentHealth />}
            </div>
          </div>
          <div className="grid min-w-0 gap-8">
            <RecentDeliveries invites={components !== undefined && components.length > 0} />
            <RecentActivity />
          </div>
        </div>
      </div>
    </>
  );
}
