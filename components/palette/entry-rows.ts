import { Building2, ExternalLink } from "lucide-react";
import { getEventLabel } from "@/components/deliveries/event-label";
import { redeliverLabel } from "@/components/deliveries/use-redeliver";
import type { SubscriberResponse } from "@/components/subscribers/subscriber-channel";
import { listImmediateRows } from "./component-rows";
import { type Row, rowsIf } from "./entries";
import { matchesName } from "./match";
import { describeSubscriber, listCommands, listRecords } from "./records";
import type { Palette } from "./use-palette";

const MAX_EXCERPT_LENGTH = 60;

/** The commands of the screen behind the palette. */
export function listScreenRows(palette: Palette): Row[] {
  const { organization, words, data } = palette;
  const { record, component, subscriber, updates } = data.open;
  if (record === undefined) return [];
  const name = `this ${record.kind}`;
  const path = `/${record.kind}s/${record.id}`;
  const view = () => window.open(organization.page_url + path, "_blank", "noopener");
  const viewRows = rowsIf(record.since !== undefined, [
    `View ${name} on the status page`,
    "open see public",
    view,
    { icon: ExternalLink },
  ]);
  if (!organization.is("editor")) return viewRows;
  return [
    ...listCommands(record, name),
    ...(component ? listImmediateRows(palette, component, name) : []),
    ...(subscriber ? listTestRows(palette, subscriber, name) : []),
    ...(words.length > 0 ? updates : []).map(({ id, body, status }): Row => {
      const label = `Edit update “${truncate(body)}”`;
      const detail = status.replaceAll("_", " ");
      return [label, `change correct ${body}`, `${path}?do=edit-update&of=${id}`, { detail }];
    }),
    ...viewRows,
  ];
}

const truncate = (text: string): string =>
  text.length <= MAX_EXCERPT_LENGTH
    ? text
    : `${text.slice(0, MAX_EXCERPT_LENGTH).replace(/(?<!\s)\s+\S*$/, "")}…`;

export const listSubscriberRows = (palette: Palette): Row[] => [
  ...listRecords(palette.data.subscribers.map(describeSubscriber), palette.commandWords),
  ...palette.data.subscribers
    .filter(({ address }) => matchesName(address, palette.commandWords))
    .flatMap((subscriber) => listTestRows(palette, subscriber, subscriber.address)),
];

const listTestRows = ({ operations }: Palette, subscriber: SubscriberResponse, name: string) =>
  rowsIf(subscriber.state === "active", [
    `Send test message to ${name}`,
    "deliver subscriber",
    () => operations.sendTest(subscriber),
    { requiredWords: "test send", id: subscriber.id },
  ]);

export const listGroupRows = ({ words, data }: Palette): Row[] =>
  data.groups
    .filter(({ name }) => matchesName(name, words))
    .flatMap(({ id, name }) => [
      [`Edit group ${name}`, "rename fold collapse", `/components?do=edit-group&of=${id}`],
      [`Delete group ${name}`, "remove", `/components?do=delete-group&of=${id}`],
    ]);

export const listTemplateRows = ({ organization, data }: Palette): Row[] =>
  (organization.is("editor") ? data.templates : []).flatMap(({ id, name, kind }) => {
    const action = kind === "incident" ? "Report incident" : "Schedule maintenance";
    return [
      [`${action} with template ${name}`, kind, `/${kind}s/new?template=${id}`],
      [`Edit template ${name}`, "change", `/settings/templates?do=edit&of=${id}`],
      [`Delete template ${name}`, "remove", `/settings/templates?do=delete&of=${id}`],
    ];
  });

export const listDeliveryRows = ({ data, operations }: Palette): Row[] =>
  data.deliveries.flatMap((delivery) => {
    const { id, state, event, title, address } = delivery;
    const label = redeliverLabel(delivery, data.now);
    if (label === null) return [];
    const detail = title === null ? getEventLabel(event) : `${getEventLabel(event)}: “${title}”`;
    const keywords = `${detail} redeliver delivery message ${state === "dead" ? "failed" : state}`;
    const options = { detail, requiredWords: "send again now resend redeliver", id };
    return [[`${label} to ${address}`, keywords, () => operations.redeliver(delivery), options]];
  });

export const listTokenRows = ({ data }: Palette): Row[] =>
  data.tokens.map(({ id, name, hint }) => {
    const path = `/settings/tokens?do=revoke&of=${id}`;
    return [`Revoke token ${name}`, "key delete", path, { detail: `${hint}…` }];
  });

export function listPageRows({ organization: { logo_url, is }, data, operations }: Palette): Row[] {
  const host = data.domain?.host;
  const check = () => operations.checkDomain(host!);
  return [
    ...rowsIf(
      host != null,
      [`Check domain ${host}`, "custom dns verify", check, { requiredWords: "check verify" }],
      [`Remove domain ${host}`, "custom dns delete", "/settings/domain?do=remove-domain"],
    ),
    ...rowsIf(is("admin") && logo_url !== null, [
      "Remove logo",
      "delete image brand",
      "/settings?do=remove-logo",
    ]),
  ];
}

export const listOtherOrganizations = ({ organization, data }: Palette): Row[] =>
  data.organizations
    .filter(({ id }) => id !== organization.id)
    .map(({ id, name }) => [name, "organization switch", `/dashboard/${id}`, { icon: Building2 }]);
