"use client";

import { Pencil, RotateCcw, Send } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useComponentNames } from "@/components/components/use-component-names";
import { useBusy } from "@/components/data/use-busy";
import { useRead } from "@/components/data/use-read";
import { DeliveryList } from "@/components/deliveries/delivery-list";
import { useOrganization } from "@/components/organizations/organization-context";
import { ResourceNotFound } from "@/components/shell/resource-not-found";
import { describeShortcut, useScreenShortcut } from "@/components/shell/shortcuts";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { useDocumentTitle } from "@/components/shell/use-document-title";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { getListPath } from "@/components/ui/list-path";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { ResourceSkeleton, SkeletonRows } from "@/components/ui/skeleton";
import { RouteLink } from "@/components/ui/route-link";
import { languageNames } from "@/lib/organizations/values";
import { UNREADABLE_ADDRESS } from "@/lib/subscribers/values";
import { getChannelLabel, type SubscriberResponse } from "./subscriber-channel";
import {
  listAvailableActions,
  type SubscriberAction,
  SubscriberActionDialog,
  SubscriberMenu,
  useSendTest,
} from "./subscriber-actions";
import { SubscriberStateBadge } from "./subscriber-state";

export function SubscriberScreen({ id }: { id: string }) {
  const { at, is } = useOrganization();
  const router = useRouter();
  const dialogs: Record<SubscriberAction, ReturnType<typeof useDialogParam>> = {
    edit: useDialogParam("edit"),
    reactivate: useDialogParam("reactivate"),
    rotate: useDialogParam("rotate"),
    delete: useDialogParam("delete"),
  };
  const [removed, setRemoved] = useState(false);
  const sendTest = useSendTest();
  const [isTesting, run] = useBusy();
  const {
    data: subscriber,
    error,
    isGone,
  } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/{subscriberID}",
    removed ? null : { params: { subscriberID: id } },
  );
  const back = { href: at("/subscribers"), label: "Subscribers" };
  useDocumentTitle(subscriber?.address ?? null);
  const canEdit = is("editor") && subscriber && subscriber.state !== "unsubscribed";
  useScreenShortcut("e", canEdit ? dialogs.edit.open : null);
  if (error || isGone) return <ResourceNotFound noun="subscriber" error={error} back={back} />;
  if (subscriber === undefined)
    return removed ? null : (
      <ResourceSkeleton back={back}>
        <LoadingSections />
      </ResourceSkeleton>
    );
  const { channel, address, state } = subscriber;
  // Keeps the edit dialog open if the state changes while the user types.
  const openAction = is("editor")
    ? (["edit", ...listAvailableActions(subscriber)] as const).find(
        (action) => dialogs[action].isOpen,
      )
    : undefined;
  return (
    <>
      <PageHeader
        title={<bdi>{address}</bdi>}
        description={
          <span className="flex flex-wrap items-center gap-2">
            {getChannelLabel(channel)} <SubscriberStateBadge state={state} />
          </span>
        }
        back={back}
      >
        {is("editor") && (
          <>
            {state === "active" && (
              <Button
                variant="secondary"
                busy={isTesting}
                onClick={() => void run(() => sendTest(subscriber))}
              >
                <Send className="size-4" /> Send test
              </Button>
            )}
            {state === "quarantined" && (
              <Button onClick={dialogs.reactivate.open}>
                <RotateCcw className="size-4" /> Reactivate
              </Button>
            )}
            {state !== "unsubscribed" && (
              <Button variant="secondary" onClick={dialogs.edit.open} {...describeShortcut("E")}>
                <Pencil className="size-4" /> Edit
              </Button>
            )}
            <SubscriberMenu subscriber={subscriber} onChoose={(action) => dialogs[action].open()} />
          </>
        )}
      </PageHeader>
      {address === UNREADABLE_ADDRESS && (
        <Card className="mb-8 p-4">
          <p className="font-medium">This address can’t be read</p>
          <p className="mt-1 max-w-prose text-muted">
            Deliveries to it fail. Remove this subscriber and add it again, or contact the
            administrator of this installation.
          </p>
        </Card>
      )}
      <StateNotice subscriber={subscriber} />
      <div className="mb-8 grid items-start gap-8 lg:grid-cols-2">
        <Section title="Subscribed to">
          <Card>
            <SubscriptionFilter subscriber={subscriber} />
          </Card>
          <p className="mt-2 text-muted">
            {subscriber.component_updates
              ? "Incidents, maintenance, and component status changes"
              : "Incidents and maintenance"}
          </p>
        </Section>
        <Section title="Details">
          <Card className="px-4 py-1">
            <Details subscriber={subscriber} />
          </Card>
        </Section>
      </div>
      <Section title="Deliveries">
        <DeliveryList
          filter={{ subscriber: id }}
          hideRecipient
          empty={
            <EmptyState title="No deliveries yet">
              {state === "unconfirmed"
                ? "Deliveries start after the subscription is confirmed."
                : state === "unsubscribed"
                  ? "Unsubscribed subscribers don’t get notifications."
                  : "The next notification appears here."}
            </EmptyState>
          }
        />
      </Section>
      <SubscriberActionDialog
        acting={openAction === undefined ? null : { action: openAction, subscriber }}
        onDone={() => openAction !== undefined && dialogs[openAction].close()}
        onRemoved={() => {
          setRemoved(true);
          router.push(getListPath(at("/subscribers")));
        }}
      />
    </>
  );
}

const LoadingSections = () => (
  <>
    <div className="mb-8 grid items-start gap-8 lg:grid-cols-2">
      <Section title="Subscribed to">
        <Card>
          <SkeletonRows rows={1} label="Loading subscriber" />
        </Card>
      </Section>
      <Section title="Details">
        <Card>
          <SkeletonRows rows={4} />
        </Card>
      </Section>
    </div>
    <Section title="Deliveries">
      <Card>
        <SkeletonRows rows={4} shape="text" />
      </Card>
    </Section>
  </>
);

type SubscriberProps = { subscriber: SubscriberResponse };

function StateNotice({
  subscriber: { id, channel, state, quarantined_at, updated_at },
}: SubscriberProps) {
  const isQuarantined = state === "quarantined";
  const { data: deliveries } = useRead(
    "GET /v1/organizations/{orgID}/deliveries",
    isQuarantined ? { query: { subscriber: id, state: "held" } } : null,
  );
  if (state === "active") return null;
  // Deliveries that were held before the first attempt have no history.
  const failure = deliveries
    ?.flatMap(({ history }) => history.slice(0, 1))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .find(({ error }) => error !== null);
  return (
    <Card className="mb-8 p-4">
      {isQuarantined && (
        <>
          <p className="font-medium">
            Quarantined
            {quarantined_at !== null && (
              <>
                {" "}
                since <Timestamp at={quarantined_at} />
              </>
            )}
          </p>
          <p className="mt-1 max-w-prose text-muted">
            {channel === "email"
              ? "The mail server permanently rejected 3 emails in a row."
              : "10 delivery attempts in a row failed within an hour."}{" "}
            New messages are on hold until you reactivate this subscriber.
          </p>
          {failure && (
            <p className="mt-2 wrap-anywhere">
              Last failure, <Timestamp at={failure.at} />:{" "}
              <span className="text-critical">{failure.error}</span>
            </p>
          )}
        </>
      )}
      {state === "unconfirmed" && (
        <>
          <p className="font-medium">Not confirmed yet</p>
          <p className="mt-1 max-w-prose text-muted">
            Nothing is sent until the subscriber confirms. The link in the confirmation email works
            for 7 days.
          </p>
        </>
      )}
      {state === "unsubscribed" && (
        <>
          <p className="font-medium">
            Unsubscribed <Timestamp at={updated_at} />
          </p>
          <p className="mt-1 max-w-prose text-muted">
            The subscriber unsubscribed, or the endpoint no longer exists. Add the subscriber again
            to resume notifications. An email address must then be confirmed.
          </p>
        </>
      )}
    </Card>
  );
}

function SubscriptionFilter({
  subscriber: { everything, component_ids, incident_ids },
}: SubscriberProps) {
  const { at } = useOrganization();
  const getName = useComponentNames(component_ids);
  if (everything) return <p className="px-4 py-3">Everything</p>;
  if (component_ids.length + incident_ids.length === 0)
    return (
      <p className="px-4 py-3 text-muted">
        Nothing: all selected components and incidents were removed.
      </p>
    );
  const rowClass = "border-b border-line px-4 py-2.5 wrap-anywhere last:border-b-0";
  return (
    <ul className="max-h-72 overflow-y-auto">
      {component_ids.map((id) => (
        <li key={id} className={rowClass}>
          <Link href={at(`/components/${id}`)} prefetch={false} className="hover:underline">
            <bdi>{getName(id)}</bdi>
          </Link>
        </li>
      ))}
      {incident_ids.map((id) => (
        <li key={id} className={rowClass}>
          <FollowedIncident id={id} />
        </li>
      ))}
    </ul>
  );
}

function FollowedIncident({ id }: { id: string }) {
  const { at } = useOrganization();
  const { data } = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
    params: { incidentID: id },
  });
  return (
    <>
      <span className="text-muted">Incident: </span>
      <Link href={at(`/incidents/${id}`)} prefetch={false} className="hover:underline">
        <bdi>{data?.title ?? "…"}</bdi>
      </Link>
    </>
  );
}

function Details({
  subscriber: { id, channel, language, contact_email, created_at, confirmed_at },
}: SubscriberProps) {
  const [pageLanguage = "en"] = useOrganization().languages;
  return (
    <dl>
      <Detail term="Added">
        <Timestamp at={created_at} />
      </Detail>
      <Detail term="Confirmed">
        {confirmed_at === null ? "Not yet" : <Timestamp at={confirmed_at} />}
      </Detail>
      {channel !== "webhook" && (
        <Detail term="Language">{languageNames[language ?? pageLanguage]}</Detail>
      )}
      {channel !== "email" && (
        <Detail term="Contact email">
          {contact_email === null ? "Owners" : <bdi>{contact_email}</bdi>}
        </Detail>
      )}
      {channel === "webhook" && (
        <Detail term="Signing secret">
          <RouteLink href="/docs#webhooks">How to verify requests</RouteLink>
        </Detail>
      )}
      <Detail term="ID">
        <code className="font-mono text-xs">{id}</code>
      </Detail>
    </dl>
  );
}

const Detail = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
