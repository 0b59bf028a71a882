"use client";

import { usePathname } from "next/navigation";
import { useOrganizationPaths } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import {
  EventSkeleton,
  RecordSkeleton,
  SkeletonForm,
  SkeletonRows,
  SkeletonTitle,
} from "@/components/ui/skeleton";
import { mainNavigation } from "./navigation";

const label = "Loading organization";

const List = ({ rows = 6, shape = "text" }: { rows?: number; shape?: "text" | "chart" }) => (
  <Card>
    <SkeletonRows rows={rows} label={label} shape={shape} />
  </Card>
);

const Form = () => (
  <Card className="p-4 sm:p-6">
    <SkeletonForm fields={4} label={label} />
  </Card>
);

/** Leaves room for the description below the title, and on phones for buttons. */
const Title = ({ children = <SkeletonTitle /> }: { children?: React.ReactNode }) => (
  <div className="mb-6 min-h-13 text-xl font-semibold max-sm:min-h-21">{children}</div>
);

const SETTINGS_LISTS = /\/(team|templates|tokens|audit-log)$/;

/** Shows the outline of the screen in the URL while the organization loads. */
export function ScreenSkeleton() {
  const at = useOrganizationPaths();
  const path = usePathname().slice(at("").length);
  const [, section, item] = path.split("/");
  const title = mainNavigation.find((each) => each.path === `/${section}`)?.label;
  if (section === "settings")
    return (
      <>
        <div className="mb-6 h-9 border-b border-line pointer-coarse:h-11" />
        <Title />
        {SETTINGS_LISTS.test(path) ? <List /> : <Form />}
      </>
    );
  if (section === "setup")
    return (
      <div className="mx-auto max-w-xl">
        <Title />
        <Form />
      </div>
    );
  if (title === undefined)
    return (
      <>
        <Title />
        <div className="grid gap-8">
          <div className="min-h-28 animate-pulse rounded-lg bg-sunken" />
          <List rows={2} />
          <List rows={4} shape="chart" />
        </div>
      </>
    );
  if (item === undefined)
    return (
      <>
        <Title>{title}</Title>
        <div className="mb-4 h-9 animate-pulse rounded-md bg-sunken sm:max-w-72 pointer-coarse:h-11" />
        <List shape={section === "components" ? "chart" : "text"} />
      </>
    );
  return (
    <RecordSkeleton back={{ href: at(`/${section}`), label: title }}>
      {item === "new" ? (
        <Form />
      ) : section === "incidents" || section === "maintenances" ? (
        <EventSkeleton label={label} />
      ) : (
        <div className="grid gap-8">
          <List rows={3} />
          <List rows={3} />
        </div>
      )}
    </RecordSkeleton>
  );
}
