"use client";

import { Pencil, RotateCcw, Send } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { DeliveryList } from "@/components/deliveries/delivery-list";
import { useOrganization } from "@/components/organizations/organization-context";
import { NoSuchRecord } from "@/components/shell/no-such-record";
import { useIntent } from "@/components/shell/use-intent";
import { useTitle } from "@/components/shell/use-title";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { channelWord, type Subscriber } from "./channel";
import { offeredTo, type SubscriberAction, SubscriberActionWindow, SubscriberMenu, useSendTest } from "./subscriber-actions";
import { SubscriberState } from "./subscriber-state";
import { useComponents } from "./use-components";

/** Everything about one subscriber. */
export function SubscriberScreen({ id }: { id: string }) {
  const { id: orgID, at, is } = useOrganization();
  const router = useRouter();
  const windows: Record<SubscriberAction, ReturnType<typeof useIntent>> = { edit: useIntent("edit"), reactivate: useIntent("reactivate"), rotate: useIntent("rotate"), delete: useIntent("delete") };
  const [removed, setRemoved] = useState(false);
  const sendTest = useSendTest();
  const { data: subscriber, error, gone } = useRead("GET /v1/organizations/{orgID}/subscribers/{subscriberID}", removed ? null : { params: { orgID, subscriberID: id } });
  const back = { href: at("/subscribers"), label: "Subscribers" };
  useTitle(subscriber?.address ?? null);
  if (error || gone) return <NoSuchRecord what="subscriber" error={error} back={back} />;
  if (subscriber === undefined) {
    return (
      <>
        <PageHeader title="Subscriber" back={back} />
        {!removed && <SkeletonRows rows={5} label="Loading the subscriber" />}
      </>
    );
  }
  const { channel, address, state } = subscriber;
  // What is being typed is not taken away when the state changes beneath it.
  const open = is("editor") ? (["edit", ...offeredTo(subscriber)] as const).find((action) => windows[action].open) : undefined;
  return (
    <>
      <PageHeader
        title={<bdi>{address}</bdi>}
        description={
          <span className="flex flex-wrap items-center gap-2">
            {channelWord(channel)} <SubscriberState state={state} />
          </span>
        }
        back={back}
      >
        {is("editor") && (
          <>
            {state === "active" && (
              <Button variant="secondary" onClick={() => void sendTest(subscriber)}>
                <Send className="size-4" /> Send a test
              </Button>
            )}
            {state === "quarantined" && (
              <Button onClick={windows.reactivate.begin}>
                <RotateCcw className="size-4" /> Reactivate
              </Button>
            )}
            {state !== "unsubscribed" && (
              <Button variant="secondary" onClick={windows.edit.begin}>
                <Pencil className="size-4" /> Change
              </Button>
            )}
            <SubscriberMenu subscriber={subscriber} onChoose={(action) => windows[action].begin()} />
          </>
        )}
      </PageHeader>
      <Standing subscriber={subscriber} />
      <div className="mb-8 grid items-start gap-8 lg:grid-cols-2">
        <Section title="Hears of">
          <Card>
            <Wish subscriber={subscriber} />
          </Card>
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
          ofOne
          empty={<EmptyState title="Nothing was sent yet">{state === "unconfirmed" ? "Before it is confirmed, nothing is." : "The next event that it hears of appears here."}</EmptyState>}
        />
      </Section>
      <SubscriberActionWindow
        acting={open === undefined ? null : { action: open, subscriber }}
        onDone={() => open !== undefined && windows[open].end()}
        onRemoved={() => {
          setRemoved(true);
          router.push(at("/subscribers"));
        }}
      />
    </>
  );
}

/** Why it is not told of anything now, if it is not. */
function Standing({ subscriber: { id, state, quarantined_at, created_at, updated_at } }: { subscriber: Subscriber }) {
  const { id: orgID } = useOrganization();
  const quarantined = state === "quarantined";
  const { data: deliveries } = useRead("GET /v1/organizations/{orgID}/deliveries", quarantined ? { params: { orgID }, query: { subscriber: id, state: "held" } } : null);
  if (state === "active") return null;
  // Newest first; what was held back before it was tried has no attempt.
  const failure = deliveries
    ?.flatMap(({ history }) => history.slice(0, 1))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .find(({ error }) => error !== null);
  return (
    <Card className="mb-8 p-4">
      {quarantined && (
        <>
          <p className="font-medium">On hold{quarantined_at !== null && <> since <Moment at={quarantined_at} /></>}</p>
          <p className="mt-1 max-w-prose text-muted">Ten messages in a row failed within an hour. What it would have heard of since is held back, and can be sent once it works again.</p>
          {failure && (
            <p className="mt-2 wrap-anywhere">
              Last failure, <Moment at={failure.at} />: <span className="text-critical">{failure.error}</span>
            </p>
          )}
        </>
      )}
      {state === "unconfirmed" && (
        <>
          <p className="font-medium">
            Asked to confirm, <Moment at={updated_at > created_at ? updated_at : created_at} />
          </p>
          <p className="mt-1 max-w-prose text-muted">The mail’s button makes it active, within 7 days. Until then nothing else is sent.</p>
        </>
      )}
      {state === "unsubscribed" && (
        <>
          <p className="font-medium">
            Unsubscribed, <Moment at={updated_at} />
          </p>
          <p className="mt-1 max-w-prose text-muted">By its own link, or because the receiver answered that it is gone. It hears of nothing unless it is added again.</p>
        </>
      )}
    </Card>
  );
}

function Wish({ subscriber: { everything, component_ids, incident_ids } }: { subscriber: Subscriber }) {
  const { at } = useOrganization();
  const { names } = useComponents();
  if (everything) return <p className="px-4 py-3">Everything</p>;
  if (component_ids.length + incident_ids.length === 0) return <p className="px-4 py-3 text-muted">Nothing: the components that it chose are gone.</p>;
  const rowClass = "border-b border-line px-4 py-2.5 wrap-anywhere last:border-b-0";
  return (
    <ul className="max-h-72 overflow-y-auto">
      {component_ids.map((id) => (
        <li key={id} className={rowClass}>
          <Link href={at(`/components/${id}`)} prefetch={false} className="hover:underline">
            <bdi>{names.get(id) ?? "…"}</bdi>
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
  const { id: orgID, at } = useOrganization();
  const { data } = useRead("GET /v1/organizations/{orgID}/incidents/{incidentID}", { params: { orgID, incidentID: id } });
  return (
    <>
      <span className="text-muted">Incident: </span>
      <Link href={at(`/incidents/${id}`)} prefetch={false} className="hover:underline">
        <bdi>{data?.title ?? "…"}</bdi>
      </Link>
    </>
  );
}

function Details({ subscriber: { id, channel, contact_email, created_at, confirmed_at } }: { subscriber: Subscriber }) {
  const rows: [string, React.ReactNode][] = [
    ["Added", <Moment key="added" at={created_at} />],
    ["Confirmed", confirmed_at === null ? "Not yet" : <Moment key="confirmed" at={confirmed_at} />],
    ...(channel === "email" ? [] : [["Failures are told to", contact_email === null ? "the owners" : <bdi key="contact">{contact_email}</bdi>] satisfies [string, React.ReactNode]]),
    ...(channel === "webhook" ? [["Signed by", <TextLink key="signed" href="/docs#webhooks">a secret of its own</TextLink>] satisfies [string, React.ReactNode]] : []),
    ["Id", <code key="id" className="font-mono text-xs">{id}</code>],
  ];
  return (
    <dl>
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
