// These values are separate from the schemas, to keep zod out of the browser bundle.
import type { IncidentStatus } from "@/lib/incidents/values";
import type { MaintenanceStatus } from "@/lib/maintenances/values";
import type { Language } from "@/lib/organizations/values";
import type { Translations } from "@/lib/translations/values";

export type SubjectKind = "incident" | "maintenance";
export type Subject<Kind extends SubjectKind = SubjectKind> = {
  readonly kind: Kind;
  readonly id: string;
};

type Status = IncidentStatus | MaintenanceStatus;
/** Messages by status. `rescheduled` is for an update that gives maintenance new times. */
type DefaultMessages = Record<Status | "rescheduled", string>;

const defaultMessages: Record<Language, DefaultMessages> = {
  en: {
    investigating: "We are currently investigating this issue.",
    identified: "The issue has been identified and a fix is being implemented.",
    monitoring: "A fix has been implemented and we are monitoring the results.",
    resolved: "This incident has been resolved.",
    scheduled: "We will be undergoing scheduled maintenance during this time.",
    in_progress:
      "Scheduled maintenance is currently in progress. We will provide updates as necessary.",
    verifying: "Verification is currently underway for the maintenance items.",
    completed: "The scheduled maintenance has been completed.",
    cancelled: "The scheduled maintenance has been canceled.",
    rescheduled: "The maintenance has been rescheduled. It is now scheduled for {from} to {until}.",
  },
  de: {
    investigating: "Wir untersuchen diese Störung derzeit.",
    identified: "Die Ursache wurde gefunden. Wir arbeiten an der Behebung.",
    monitoring: "Eine Lösung wurde umgesetzt. Wir beobachten das Ergebnis.",
    resolved: "Diese Störung wurde behoben.",
    scheduled: "In diesem Zeitraum führen wir geplante Wartungsarbeiten durch.",
    in_progress:
      "Die geplanten Wartungsarbeiten laufen. Bei Neuigkeiten informieren wir Sie an dieser Stelle.",
    verifying: "Wir überprüfen derzeit das Ergebnis der Wartungsarbeiten.",
    completed: "Die geplanten Wartungsarbeiten wurden abgeschlossen.",
    cancelled: "Die geplanten Wartungsarbeiten wurden abgesagt.",
    rescheduled: "Die Wartungsarbeiten wurden verschoben. Neuer Zeitraum: {from} bis {until}.",
  },
  fr: {
    investigating: "Nous analysons actuellement ce problème.",
    identified:
      "La cause du problème a été identifiée et un correctif est en cours de déploiement.",
    monitoring: "Un correctif a été appliqué et nous surveillons les résultats.",
    resolved: "Cet incident est résolu.",
    scheduled: "Une maintenance planifiée aura lieu pendant cette période.",
    in_progress:
      "La maintenance planifiée est en cours. Nous publierons des informations si nécessaire.",
    verifying: "Nous vérifions actuellement le résultat de la maintenance.",
    completed: "La maintenance planifiée est terminée.",
    cancelled: "La maintenance planifiée a été annulée.",
    rescheduled: "La maintenance a été reprogrammée. Elle aura lieu du {from} au {until}.",
  },
  es: {
    investigating: "Estamos investigando este problema.",
    identified: "Hemos identificado la causa del problema y estamos aplicando una solución.",
    monitoring: "Hemos aplicado una solución y estamos supervisando los resultados.",
    resolved: "Este incidente se ha resuelto.",
    scheduled: "Realizaremos un mantenimiento programado durante este periodo.",
    in_progress:
      "El mantenimiento programado está en curso. Publicaremos novedades cuando sea necesario.",
    verifying: "Estamos verificando el resultado del mantenimiento.",
    completed: "El mantenimiento programado se ha completado.",
    cancelled: "El mantenimiento programado se ha cancelado.",
    rescheduled: "El mantenimiento se ha reprogramado. Nuevo periodo: del {from} al {until}.",
  },
  it: {
    investigating: "Stiamo analizzando il problema.",
    identified: "La causa del problema è stata individuata e stiamo applicando una correzione.",
    monitoring: "È stata applicata una correzione e ne stiamo monitorando i risultati.",
    resolved: "Questo incidente è stato risolto.",
    scheduled: "In questo periodo eseguiremo una manutenzione programmata.",
    in_progress:
      "La manutenzione programmata è in corso. Pubblicheremo aggiornamenti se necessario.",
    verifying: "Stiamo verificando il risultato della manutenzione.",
    completed: "La manutenzione programmata è stata completata.",
    cancelled: "La manutenzione programmata è stata annullata.",
    rescheduled: "La manutenzione è stata riprogrammata. Nuovo periodo: dal {from} al {until}.",
  },
  nl: {
    investigating: "We onderzoeken dit probleem momenteel.",
    identified: "De oorzaak is gevonden en we werken aan een oplossing.",
    monitoring: "Er is een oplossing doorgevoerd en we houden het resultaat in de gaten.",
    resolved: "Dit incident is opgelost.",
    scheduled: "In deze periode voeren we gepland onderhoud uit.",
    in_progress: "Het geplande onderhoud wordt uitgevoerd. Waar nodig plaatsen we hier updates.",
    verifying: "We controleren momenteel het resultaat van het onderhoud.",
    completed: "Het geplande onderhoud is voltooid.",
    cancelled: "Het geplande onderhoud is geannuleerd.",
    rescheduled: "Het onderhoud is verplaatst. Nieuwe periode: {from} tot {until}.",
  },
  pt: {
    investigating: "Estamos investigando este problema.",
    identified: "O problema foi identificado e uma correção está sendo implementada.",
    monitoring: "Uma correção foi implementada e estamos monitorando os resultados.",
    resolved: "Este incidente foi resolvido.",
    scheduled: "Faremos uma manutenção programada durante este período.",
    in_progress:
      "A manutenção programada está em andamento. Publicaremos atualizações quando necessário.",
    verifying: "Estamos verificando o resultado da manutenção.",
    completed: "A manutenção programada foi concluída.",
    cancelled: "A manutenção programada foi cancelada.",
    rescheduled: "A manutenção foi reprogramada. Novo período: de {from} até {until}.",
  },
  ja: {
    investigating: "現在、この問題を調査しています。",
    identified: "問題の原因を特定し、修正を進めています。",
    monitoring: "修正を適用し、結果を監視しています。",
    resolved: "このインシデントは解決しました。",
    scheduled: "この時間帯に計画メンテナンスを実施します。",
    in_progress: "計画メンテナンスを実施しています。必要に応じて更新情報をお知らせします。",
    verifying: "メンテナンスの結果を確認しています。",
    completed: "計画メンテナンスが完了しました。",
    cancelled: "計画メンテナンスは中止になりました。",
    rescheduled: "メンテナンスの日時が変更されました。新しい日時：{from}～{until}",
  },
};

export const NO_MESSAGE = { body: "", format: "plain", translations: {} } as const;

/** Returns the message of an update that is posted without one, in one language. */
export const getDefaultMessage = (status: keyof DefaultMessages, language: Language): string =>
  defaultMessages[language][status];

/** Returns a message, or if it is blank, the default message in each language of the page. */
export function withDefaultMessage<
  Text extends { body: string; translations: Translations<"body"> },
>(
  text: Text,
  status: keyof DefaultMessages,
  [byDefault = "en", ...others]: readonly Language[],
  /** The values for placeholders of the default message. */
  values: Readonly<Record<string, string>> = {},
): Text {
  if (text.body !== "") return text;
  const formatMessage = (language: Language) =>
    getDefaultMessage(status, language).replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
  const defaults = Object.fromEntries(
    others.map((language) => [language, { body: formatMessage(language) }]),
  );
  return {
    ...text,
    body: formatMessage(byDefault),
    translations: { ...defaults, ...text.translations },
  };
}
