import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { Language } from "@/lib/organizations/schema";
import type { OverallSentence, ShownStatus } from "./schema";

/** A phrase with the number `{n}`. French and Spanish use `many` for millions. */
export type Counted = { one: string; other: string; many?: string };

/** Every fixed text of the page. Types require each in every language. */
export type Phrases = {
  overall: Record<OverallSentence, string>;
  component: Record<ShownStatus, string>;
  incident: Record<IncidentStatus, string>;
  impact: Record<Impact, string>;
  maintenance: Record<MaintenanceStatus, string>;
  /** `{name}`: of the organization. */
  pageOf: string;
  pageTitle: string;
  website: string;
  support: string;
  skip: string;
  why: string;
  since: string;
  activeIncidents: string;
  maintenances: string;
  components: string;
  noComponents: string;
  pastIncidents: string;
  noIncidents: string;
  history: string;
  historyOf: string;
  noneInMonth: string;
  earlier: string;
  later: string;
  back: string;
  affected: string;
  updates: string;
  edited: string;
  postmortem: string;
  published: string;
  impactLabel: string;
  statusLabel: string;
  began: string;
  ended: string;
  planned: string;
  /** `{from}`, `{until}`. */
  span: string;
  incidentLabel: string;
  maintenanceLabel: string;
  wentOn: string;
  /** Incidents or maintenance that the page leaves out. */
  moreIncidents: Counted;
  moreMaintenances: Counted;
  moreOnDay: Counted;
  moreUpdates: Counted;
  unresolved: string;
  daysAgo: Counted;
  today: string;
  /** `{percent}` */
  uptime: string;
  uptimeSince: string;
  noUptime: string;
  /** `{name}`: of a component. */
  bars: string;
  noOutage: string;
  notCounted: string;
  partialOutage: string;
  majorOutage: string;
  otherDays: string;
  table: string;
  tableComponent: string;
  tableUptime: string;
  tableDays: string;
  legend: string;
  languages: string;
  /** `{zone}` */
  zone: string;
  poweredBy: string;
  notFoundTitle: string;
  notFoundPage: string;
  notFoundIncident: string;
  notFoundMaintenance: string;
  notFoundMonth: string;
  unavailableTitle: string;
  unavailable: string;
  tryAgain: string;
};

const en: Phrases = {
  overall: {
    "All Systems Operational": "All systems operational",
    "Service Under Maintenance": "Service under maintenance",
    "Partially Degraded Service": "Partially degraded service",
    "Partial System Outage": "Partial system outage",
    "Major System Outage": "Major system outage",
    "Nothing Reported Yet": "Nothing reported yet",
    "Status Unknown": "Status unknown",
  },
  component: {
    operational: "Operational",
    under_maintenance: "Under maintenance",
    degraded_performance: "Degraded performance",
    partial_outage: "Partial outage",
    major_outage: "Major outage",
    unknown: "Unknown",
  },
  incident: {
    investigating: "Investigating",
    identified: "Identified",
    monitoring: "Monitoring",
    resolved: "Resolved",
  },
  impact: {
    none: "No impact",
    minor: "Minor impact",
    major: "Major impact",
    critical: "Critical impact",
  },
  maintenance: {
    scheduled: "Scheduled",
    in_progress: "In progress",
    verifying: "Verifying",
    completed: "Completed",
    cancelled: "Canceled",
  },
  pageOf: "{name} status",
  pageTitle: "{sentence} · {name} status",
  website: "Website",
  support: "Get help",
  skip: "Skip to content",
  why: "Cause",
  since: "since {time}",
  activeIncidents: "Current incidents",
  maintenances: "Maintenance",
  components: "Components",
  noComponents: "No components are listed on this page yet.",
  pastIncidents: "Past incidents",
  noIncidents: "No incidents reported.",
  history: "Full history",
  historyOf: "History",
  noneInMonth: "No incidents or maintenance this month.",
  earlier: "Previous",
  later: "Next",
  back: "Current status",
  affected: "Affected",
  updates: "Updates",
  edited: "Edited {time}",
  postmortem: "Postmortem",
  published: "Published {time}",
  impactLabel: "Impact",
  statusLabel: "Status",
  began: "Started",
  ended: "Ended",
  planned: "Scheduled for",
  span: "{from} to {until}",
  incidentLabel: "Incident",
  maintenanceLabel: "Maintenance",
  wentOn: "Ongoing that day",
  moreIncidents: { one: "{n} more unresolved incident", other: "{n} more unresolved incidents" },
  moreMaintenances: {
    one: "{n} more maintenance in the calendar",
    other: "{n} more maintenances in the calendar",
  },
  moreOnDay: { one: "{n} more on this day", other: "{n} more on this day" },
  moreUpdates: { one: "{n} earlier update", other: "{n} earlier updates" },
  unresolved: "Unresolved",
  daysAgo: { one: "{n} day ago", other: "{n} days ago" },
  today: "Today",
  uptime: "{percent} uptime",
  uptimeSince: "{percent} uptime since {date}",
  noUptime: "Uptime appears after 24 hours",
  bars: "{name}: uptime by day",
  noOutage: "No outages",
  notCounted: "No data",
  partialOutage: "partial outage for {duration}",
  majorOutage: "major outage for {duration}",
  otherDays: "All other days with data had no outages or incidents.",
  table: "Uptime as a table",
  tableComponent: "Component",
  tableUptime: "Uptime",
  tableDays: "Days with outages or incidents",
  legend: "Legend",
  languages: "Language",
  zone: "All times are in {zone}.",
  poweredBy: "Powered by {name}",
  notFoundTitle: "Page not found",
  notFoundPage:
    "We couldn’t find a status page at this URL. Check the spelling: URLs are case-sensitive.",
  notFoundIncident: "We couldn’t find this incident. It may have been deleted.",
  notFoundMaintenance: "We couldn’t find this maintenance. It may have been deleted.",
  notFoundMonth: "There is no history for this month.",
  unavailableTitle: "Status is temporarily unavailable",
  unavailable:
    "We can’t load this status page right now. " +
    "This doesn’t necessarily mean that any service is down. Try again in a moment.",
  tryAgain: "Try again",
};

const de: Phrases = {
  overall: {
    "All Systems Operational": "Alle Systeme in Betrieb",
    "Service Under Maintenance": "Wartungsarbeiten",
    "Partially Degraded Service": "Teilweise eingeschränkter Betrieb",
    "Partial System Outage": "Teilweiser Systemausfall",
    "Major System Outage": "Schwerer Systemausfall",
    "Nothing Reported Yet": "Noch keine Meldungen",
    "Status Unknown": "Status unbekannt",
  },
  component: {
    operational: "In Betrieb",
    under_maintenance: "In Wartung",
    degraded_performance: "Eingeschränkte Leistung",
    partial_outage: "Teilausfall",
    major_outage: "Schwerer Ausfall",
    unknown: "Unbekannt",
  },
  incident: {
    investigating: "Wird untersucht",
    identified: "Ursache identifiziert",
    monitoring: "Wird überwacht",
    resolved: "Behoben",
  },
  impact: {
    none: "Keine Auswirkung",
    minor: "Geringe Auswirkung",
    major: "Große Auswirkung",
    critical: "Kritische Auswirkung",
  },
  maintenance: {
    scheduled: "Geplant",
    in_progress: "Läuft",
    verifying: "Wird überprüft",
    completed: "Abgeschlossen",
    cancelled: "Abgesagt",
  },
  pageOf: "Status von {name}",
  pageTitle: "{sentence} · Status von {name}",
  website: "Website",
  support: "Hilfe",
  skip: "Zum Inhalt springen",
  why: "Ursache",
  since: "seit {time}",
  activeIncidents: "Aktuelle Störungen",
  maintenances: "Wartung",
  components: "Komponenten",
  noComponents: "Auf dieser Seite sind noch keine Komponenten aufgeführt.",
  pastIncidents: "Vergangene Störungen",
  noIncidents: "Keine Störungen gemeldet.",
  history: "Gesamter Verlauf",
  historyOf: "Verlauf",
  noneInMonth: "Keine Störungen oder Wartungen in diesem Monat.",
  earlier: "Zurück",
  later: "Weiter",
  back: "Aktueller Status",
  affected: "Betroffen",
  updates: "Meldungen",
  edited: "Bearbeitet: {time}",
  postmortem: "Post-mortem",
  published: "Veröffentlicht: {time}",
  impactLabel: "Auswirkung",
  statusLabel: "Status",
  began: "Beginn",
  ended: "Ende",
  planned: "Geplanter Zeitraum",
  span: "{from} bis {until}",
  incidentLabel: "Störung",
  maintenanceLabel: "Wartung",
  wentOn: "An diesem Tag andauernd",
  moreIncidents: { one: "{n} weitere offene Störung", other: "{n} weitere offene Störungen" },
  moreMaintenances: {
    one: "{n} weitere Wartung im Kalender",
    other: "{n} weitere Wartungen im Kalender",
  },
  moreOnDay: {
    one: "{n} weiterer Eintrag an diesem Tag",
    other: "{n} weitere Einträge an diesem Tag",
  },
  moreUpdates: { one: "{n} frühere Meldung", other: "{n} frühere Meldungen" },
  unresolved: "Nicht behoben",
  daysAgo: { one: "Vor {n} Tag", other: "Vor {n} Tagen" },
  today: "Heute",
  uptime: "{percent} Verfügbarkeit",
  uptimeSince: "{percent} Verfügbarkeit seit {date}",
  noUptime: "Verfügbarkeit erst nach 24 Stunden",
  bars: "{name}: Verfügbarkeit nach Tagen",
  noOutage: "Keine Ausfälle",
  notCounted: "Keine Daten",
  partialOutage: "Teilausfall: {duration}",
  majorOutage: "schwerer Ausfall: {duration}",
  otherDays: "An allen anderen Tagen mit Daten gab es weder Ausfälle noch Störungen.",
  table: "Verfügbarkeit als Tabelle",
  tableComponent: "Komponente",
  tableUptime: "Verfügbarkeit",
  tableDays: "Tage mit Ausfällen oder Störungen",
  legend: "Legende",
  languages: "Sprache",
  zone: "Alle Zeiten in {zone}.",
  poweredBy: "Bereitgestellt mit {name}",
  notFoundTitle: "Seite nicht gefunden",
  notFoundPage:
    "Unter dieser URL gibt es keine Statusseite. Prüfen Sie die Schreibweise, auch die Groß- und Kleinschreibung.",
  notFoundIncident: "Diese Störung wurde nicht gefunden. Möglicherweise wurde sie gelöscht.",
  notFoundMaintenance: "Diese Wartung wurde nicht gefunden. Möglicherweise wurde sie gelöscht.",
  notFoundMonth: "Für diesen Monat gibt es keinen Verlauf.",
  unavailableTitle: "Der Status ist vorübergehend nicht verfügbar",
  unavailable:
    "Diese Statusseite kann gerade nicht geladen werden. " +
    "Das bedeutet nicht unbedingt, dass ein Dienst ausgefallen ist. Versuchen Sie es gleich noch einmal.",
  tryAgain: "Erneut versuchen",
};

const fr: Phrases = {
  overall: {
    "All Systems Operational": "Tous les systèmes sont opérationnels",
    "Service Under Maintenance": "Maintenance en cours",
    "Partially Degraded Service": "Service partiellement dégradé",
    "Partial System Outage": "Panne partielle des systèmes",
    "Major System Outage": "Panne majeure des systèmes",
    "Nothing Reported Yet": "Aucune information pour le moment",
    "Status Unknown": "État inconnu",
  },
  component: {
    operational: "Opérationnel",
    under_maintenance: "En maintenance",
    degraded_performance: "Performances dégradées",
    partial_outage: "Panne partielle",
    major_outage: "Panne majeure",
    unknown: "Inconnu",
  },
  incident: {
    investigating: "En cours d’analyse",
    identified: "Cause identifiée",
    monitoring: "Sous surveillance",
    resolved: "Résolu",
  },
  impact: {
    none: "Sans impact",
    minor: "Impact mineur",
    major: "Impact majeur",
    critical: "Impact critique",
  },
  maintenance: {
    scheduled: "Planifiée",
    in_progress: "En cours",
    verifying: "En vérification",
    completed: "Terminée",
    cancelled: "Annulée",
  },
  pageOf: "État des services de {name}",
  pageTitle: "{sentence} · État des services de {name}",
  website: "Site web",
  support: "Aide",
  skip: "Aller au contenu",
  why: "Origine",
  since: "depuis le {time}",
  activeIncidents: "Incidents en cours",
  maintenances: "Maintenance",
  components: "Composants",
  noComponents: "Aucun composant ne figure encore sur cette page.",
  pastIncidents: "Incidents passés",
  noIncidents: "Aucun incident signalé.",
  history: "Historique complet",
  historyOf: "Historique",
  noneInMonth: "Aucun incident ni aucune maintenance ce mois-ci.",
  earlier: "Précédent",
  later: "Suivant",
  back: "État actuel",
  affected: "Composants touchés",
  updates: "Mises à jour",
  edited: "Modifié le {time}",
  postmortem: "Post-mortem",
  published: "Publié le {time}",
  impactLabel: "Impact",
  statusLabel: "État",
  began: "Début",
  ended: "Fin",
  planned: "Période prévue",
  span: "du {from} au {until}",
  incidentLabel: "Incident",
  maintenanceLabel: "Maintenance",
  wentOn: "En cours ce jour-là",
  moreIncidents: {
    one: "{n} autre incident non résolu",
    other: "{n} autres incidents non résolus",
  },
  moreMaintenances: {
    one: "{n} autre maintenance dans le calendrier",
    other: "{n} autres maintenances dans le calendrier",
  },
  moreOnDay: { one: "{n} autre entrée ce jour-là", other: "{n} autres entrées ce jour-là" },
  moreUpdates: { one: "{n} mise à jour antérieure", other: "{n} mises à jour antérieures" },
  unresolved: "Non résolu",
  daysAgo: { one: "Il y a {n} jour", other: "Il y a {n} jours" },
  today: "Aujourd’hui",
  uptime: "{percent} de disponibilité",
  uptimeSince: "{percent} de disponibilité depuis le {date}",
  noUptime: "Disponibilité affichée après 24 heures",
  bars: "{name} : disponibilité par jour",
  noOutage: "Aucune panne",
  notCounted: "Aucune donnée",
  partialOutage: "panne partielle pendant {duration}",
  majorOutage: "panne majeure pendant {duration}",
  otherDays: "Aucune panne ni aucun incident les autres jours avec données.",
  table: "Disponibilité sous forme de tableau",
  tableComponent: "Composant",
  tableUptime: "Disponibilité",
  tableDays: "Jours avec pannes ou incidents",
  legend: "Légende",
  languages: "Langue",
  zone: "Toutes les heures sont indiquées dans le fuseau {zone}.",
  poweredBy: "Propulsé par {name}",
  notFoundTitle: "Page introuvable",
  notFoundPage:
    "Aucune page d’état n’existe à cette adresse. Vérifiez l’orthographe, y compris les majuscules.",
  notFoundIncident: "Cet incident est introuvable. Il a peut-être été supprimé.",
  notFoundMaintenance: "Cette maintenance est introuvable. Elle a peut-être été supprimée.",
  notFoundMonth: "Il n’y a pas d’historique pour ce mois.",
  unavailableTitle: "L’état est temporairement indisponible",
  unavailable:
    "Impossible de charger cette page d’état pour le moment. " +
    "Cela ne signifie pas forcément qu’un service est en panne. Réessayez dans un instant.",
  tryAgain: "Réessayer",
};

const es: Phrases = {
  overall: {
    "All Systems Operational": "Todos los sistemas están operativos",
    "Service Under Maintenance": "Servicio en mantenimiento",
    "Partially Degraded Service": "Servicio parcialmente degradado",
    "Partial System Outage": "Interrupción parcial de los sistemas",
    "Major System Outage": "Interrupción grave de los sistemas",
    "Nothing Reported Yet": "Todavía no hay información",
    "Status Unknown": "Estado desconocido",
  },
  component: {
    operational: "Operativo",
    under_maintenance: "En mantenimiento",
    degraded_performance: "Rendimiento degradado",
    partial_outage: "Interrupción parcial",
    major_outage: "Interrupción grave",
    unknown: "Desconocido",
  },
  incident: {
    investigating: "En investigación",
    identified: "Causa identificada",
    monitoring: "En observación",
    resolved: "Resuelto",
  },
  impact: {
    none: "Sin impacto",
    minor: "Impacto menor",
    major: "Impacto grave",
    critical: "Impacto crítico",
  },
  maintenance: {
    scheduled: "Programado",
    in_progress: "En curso",
    verifying: "En verificación",
    completed: "Completado",
    cancelled: "Cancelado",
  },
  pageOf: "Estado de {name}",
  pageTitle: "{sentence} · Estado de {name}",
  website: "Sitio web",
  support: "Ayuda",
  skip: "Saltar al contenido",
  why: "Causa",
  since: "desde el {time}",
  activeIncidents: "Incidentes en curso",
  maintenances: "Mantenimiento",
  components: "Componentes",
  noComponents: "Todavía no hay componentes en esta página.",
  pastIncidents: "Incidentes anteriores",
  noIncidents: "No se han notificado incidentes.",
  history: "Historial completo",
  historyOf: "Historial",
  noneInMonth: "Sin incidentes ni mantenimientos este mes.",
  earlier: "Anterior",
  later: "Siguiente",
  back: "Estado actual",
  affected: "Componentes afectados",
  updates: "Actualizaciones",
  edited: "Editado el {time}",
  postmortem: "Post mortem",
  published: "Publicado el {time}",
  impactLabel: "Impacto",
  statusLabel: "Estado",
  began: "Inicio",
  ended: "Fin",
  planned: "Periodo programado",
  span: "del {from} al {until}",
  incidentLabel: "Incidente",
  maintenanceLabel: "Mantenimiento",
  wentOn: "En curso ese día",
  moreIncidents: {
    one: "{n} incidente más sin resolver",
    other: "{n} incidentes más sin resolver",
  },
  moreMaintenances: {
    one: "{n} mantenimiento más en el calendario",
    other: "{n} mantenimientos más en el calendario",
  },
  moreOnDay: { one: "{n} entrada más ese día", other: "{n} entradas más ese día" },
  moreUpdates: { one: "{n} actualización anterior", other: "{n} actualizaciones anteriores" },
  unresolved: "Sin resolver",
  daysAgo: { one: "Hace {n} día", other: "Hace {n} días" },
  today: "Hoy",
  uptime: "{percent} de disponibilidad",
  uptimeSince: "{percent} de disponibilidad desde el {date}",
  noUptime: "La disponibilidad aparece tras 24 horas",
  bars: "{name}: disponibilidad por día",
  noOutage: "Sin interrupciones",
  notCounted: "Sin datos",
  partialOutage: "interrupción parcial durante {duration}",
  majorOutage: "interrupción grave durante {duration}",
  otherDays: "Sin interrupciones ni incidentes los demás días con datos.",
  table: "Disponibilidad en forma de tabla",
  tableComponent: "Componente",
  tableUptime: "Disponibilidad",
  tableDays: "Días con interrupciones o incidentes",
  legend: "Leyenda",
  languages: "Idioma",
  zone: "Todas las horas corresponden a la zona {zone}.",
  poweredBy: "Con tecnología de {name}",
  notFoundTitle: "Página no encontrada",
  notFoundPage:
    "No hay ninguna página de estado en esta URL. Compruebe que esté bien escrita, incluidas las mayúsculas.",
  notFoundIncident: "No se ha encontrado este incidente. Es posible que se haya eliminado.",
  notFoundMaintenance: "No se ha encontrado este mantenimiento. Es posible que se haya eliminado.",
  notFoundMonth: "No hay historial para este mes.",
  unavailableTitle: "El estado no está disponible temporalmente",
  unavailable:
    "No podemos cargar esta página de estado en este momento. " +
    "Esto no significa necesariamente que haya un servicio interrumpido. Inténtelo de nuevo en unos instantes.",
  tryAgain: "Volver a intentarlo",
};

export const phrases: Record<Language, Phrases> = { en, de, fr, es };

/** Each language in its own language. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** Replaces `{name}` by its value. */
export const fill = (phrase: string, values: Record<string, string>): string =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Splits a phrase into texts and placeholders, for values that are elements. */
export const parts = (phrase: string): { text: string; place?: string }[] =>
  phrase
    .split(/(\{\w+\})/)
    .flatMap((text) =>
      text === ""
        ? []
        : text.startsWith("{")
          ? [{ text: "", place: text.slice(1, -1) }]
          : [{ text }],
    );

/** The texts of a language, with dates and times of a zone. */
export type PageTexts = Phrases & {
  language: Language;
  timeZone: string;
  /** `Nov 21, 2026, 4:05 PM UTC` */
  time: (at: string) => string;
  /** The end of a period: without the date if it is the date of the start. */
  until: (from: string, at: string) => string;
  /** `Nov 21, 2026` from `2026-11-21`. */
  day: (date: string) => string;
  /** `Oct 2 – Nov 20, 2026` */
  days: (first: string, last: string) => string;
  /** `November 2026` from `2026-11`. */
  monthName: (month: string) => string;
  percent: (value: number) => string;
  number: (value: number) => string;
  /** `1 hr 20 min`; at least one minute. */
  duration: (seconds: number) => string;
  count: (phrase: Counted, n: number) => string;
  /** `Central European Time (Europe/Berlin)` */
  zoneName: string;
};

const speakers = new Map<string, PageTexts>();
const MAX_SPEAKERS = 50;

/**
 * Returns the texts of a language and zone. Formatters are expensive to create, so they are kept.
 */
export function getPageTexts(language: Language, timeZone: string): PageTexts {
  const key = `${language} ${timeZone}`;
  const known = speakers.get(key) ?? createSpeaker(language, timeZone);
  if (speakers.size >= MAX_SPEAKERS) speakers.clear();
  speakers.set(key, known);
  return known;
}

function createSpeaker(language: Language, timeZone: string): PageTexts {
  const time = new Intl.DateTimeFormat(language, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const clock = new Intl.DateTimeFormat(language, {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const onDay = new Intl.DateTimeFormat(language, { timeZone, dateStyle: "short" });
  // Days and months are dates of the zone already.
  const day = new Intl.DateTimeFormat(language, {
    timeZone: "UTC",
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  const month = new Intl.DateTimeFormat(language, {
    timeZone: "UTC",
    year: "numeric",
    month: "long",
  });
  const percent = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const whole = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const unit = (name: "hour" | "minute") =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" });
  const [hours, minutes] = [unit("hour"), unit("minute")];
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    ...phrases[language],
    language,
    timeZone,
    time: (at) => time.format(new Date(at)),
    until: (from, at) =>
      (onDay.format(new Date(from)) === onDay.format(new Date(at)) ? clock : time).format(
        new Date(at),
      ),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    days: (first, last) =>
      day.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)),
    monthName: (name) => capital(month.format(new Date(`${name}-01T00:00:00Z`)), language),
    number: (value) => numbers.format(value),
    percent: (value) => (value === 100 ? whole : percent).format(value / 100),
    duration: (seconds) => {
      const all = Math.max(1, Math.round(seconds / 60));
      const [h, m] = [Math.floor(all / 60), all % 60];
      return [...(h > 0 ? [hours.format(h)] : []), ...(m > 0 ? [minutes.format(m)] : [])].join(" ");
    },
    count: (phrase, n) =>
      fill(phrase[plurals.select(n) as keyof Counted] ?? phrase.other, { n: numbers.format(n) }),
    zoneName: nameZone(language, timeZone),
  };
}

const capital = (text: string, language: Language) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

function nameZone(language: Language, timeZone: string): string {
  if (timeZone === "Etc/UTC") return "UTC";
  const name = (timeZoneName: "long" | "longGeneric") =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts(Date.now())
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  // A zone without daylight saving has no generic name, only an offset.
  const generic = name("longGeneric");
  return `${/[+-]\d/.test(generic) ? name("long") : generic} (${timeZone})`;
}
