import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { Language } from "@/lib/organizations/schema";
import type { OverallSentence, ShownStatus } from "./schema";

/** A phrase by the number in it, which stands at `{n}`. `many` is for the millions of French and Spanish. */
export type Counted = { one: string; other: string; many?: string };

/** Every fixed word of the page: what one language leaves out does not compile. */
export type Phrases = {
  overall: Record<OverallSentence, string>;
  component: Record<ShownStatus, string>;
  incident: Record<IncidentStatus, string>;
  impact: Record<Impact, string>;
  maintenance: Record<MaintenanceStatus, string>;
  /** `{name}`: whose page it is. */
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
  unresolved: string;
  daysAgo: Counted;
  today: string;
  /** `{percent}` */
  uptime: string;
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
    "Degraded System Service": "Degraded system service",
    "Minor Service Outage": "Minor service outage",
    "Partial System Outage": "Partial system outage",
    "Major System Outage": "Major system outage",
    "Nothing Reported Yet": "Nothing is reported here yet",
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
  incident: { investigating: "Investigating", identified: "Identified", monitoring: "Monitoring", resolved: "Resolved" },
  impact: { none: "No impact", minor: "Minor impact", major: "Major impact", critical: "Critical impact" },
  maintenance: { scheduled: "Scheduled", in_progress: "In progress", verifying: "Verifying", completed: "Completed", cancelled: "Cancelled" },
  pageOf: "{name} status",
  pageTitle: "{sentence} · {name} status",
  website: "Website",
  support: "Get help",
  skip: "Skip to content",
  why: "Why",
  since: "since {time}",
  activeIncidents: "Current incidents",
  maintenances: "Maintenance",
  components: "Components",
  noComponents: "No components are listed on this page yet.",
  pastIncidents: "Past incidents",
  noIncidents: "No incidents reported.",
  history: "Full history",
  historyOf: "History",
  noneInMonth: "No incidents or maintenance in this month.",
  earlier: "Earlier",
  later: "Later",
  back: "Current status",
  affected: "Affected",
  updates: "Updates",
  edited: "Edited {time}",
  postmortem: "Postmortem",
  published: "Published {time}",
  impactLabel: "Impact",
  statusLabel: "Status",
  began: "Began",
  ended: "Ended",
  planned: "Planned",
  span: "{from} to {until}",
  incidentLabel: "Incident",
  maintenanceLabel: "Maintenance",
  wentOn: "Also on this day",
  unresolved: "Unresolved",
  daysAgo: { one: "{n} day ago", other: "{n} days ago" },
  today: "Today",
  uptime: "{percent} uptime",
  noUptime: "Not measured yet",
  bars: "{name}: uptime by day",
  noOutage: "No outage",
  notCounted: "Not measured",
  partialOutage: "partial outage for {duration}",
  majorOutage: "major outage for {duration}",
  otherDays: "No outage and no incident on any other day that was measured.",
  table: "Uptime as a table",
  tableComponent: "Component",
  tableUptime: "Uptime",
  tableDays: "Days with outages or incidents",
  legend: "Legend",
  languages: "Language",
  zone: "Times are in {zone}.",
  poweredBy: "Powered by {name}",
  notFoundTitle: "Page not found",
  notFoundPage: "There is no status page at this address. Check how it is spelled: capital letters matter.",
  notFoundIncident: "There is no such incident on this status page.",
  notFoundMaintenance: "There is no such maintenance on this status page.",
  notFoundMonth: "There is no history of this month.",
  unavailableTitle: "The status cannot be shown right now",
  unavailable: "This says nothing about the services themselves: they may be working or not. The fault is with this status page, and we do not know more at the moment.",
  tryAgain: "Try again",
};

const de: Phrases = {
  overall: {
    "All Systems Operational": "Alle Systeme in Betrieb",
    "Service Under Maintenance": "Wartungsarbeiten",
    "Partially Degraded Service": "Teilweise eingeschränkter Betrieb",
    "Degraded System Service": "Eingeschränkter Betrieb aller Systeme",
    "Minor Service Outage": "Kleinere Störung",
    "Partial System Outage": "Teilausfall der Systeme",
    "Major System Outage": "Schwerer Systemausfall",
    "Nothing Reported Yet": "Hier wird noch nichts gemeldet",
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
  incident: { investigating: "Wird untersucht", identified: "Ursache gefunden", monitoring: "Unter Beobachtung", resolved: "Behoben" },
  impact: { none: "Keine Auswirkung", minor: "Geringe Auswirkung", major: "Große Auswirkung", critical: "Kritische Auswirkung" },
  maintenance: { scheduled: "Geplant", in_progress: "Im Gange", verifying: "Wird überprüft", completed: "Abgeschlossen", cancelled: "Abgesagt" },
  pageOf: "Status von {name}",
  pageTitle: "{sentence} · Status von {name}",
  website: "Website",
  support: "Hilfe",
  skip: "Zum Inhalt springen",
  why: "Grund",
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
  earlier: "Früher",
  later: "Später",
  back: "Aktueller Status",
  affected: "Betroffen",
  updates: "Meldungen",
  edited: "Bearbeitet: {time}",
  postmortem: "Nachbetrachtung",
  published: "Veröffentlicht: {time}",
  impactLabel: "Auswirkung",
  statusLabel: "Status",
  began: "Beginn",
  ended: "Ende",
  planned: "Geplant",
  span: "{from} bis {until}",
  incidentLabel: "Störung",
  maintenanceLabel: "Wartung",
  wentOn: "Auch an diesem Tag",
  unresolved: "Nicht behoben",
  daysAgo: { one: "Vor {n} Tag", other: "Vor {n} Tagen" },
  today: "Heute",
  uptime: "{percent} Verfügbarkeit",
  noUptime: "Noch nicht gemessen",
  bars: "{name}: Verfügbarkeit nach Tagen",
  noOutage: "Kein Ausfall",
  notCounted: "Nicht gemessen",
  partialOutage: "Teilausfall: {duration}",
  majorOutage: "schwerer Ausfall: {duration}",
  otherDays: "An allen anderen gemessenen Tagen kein Ausfall und keine Störung.",
  table: "Verfügbarkeit als Tabelle",
  tableComponent: "Komponente",
  tableUptime: "Verfügbarkeit",
  tableDays: "Tage mit Ausfällen oder Störungen",
  legend: "Legende",
  languages: "Sprache",
  zone: "Alle Zeiten in {zone}.",
  poweredBy: "Betrieben mit {name}",
  notFoundTitle: "Seite nicht gefunden",
  notFoundPage: "Unter dieser Adresse gibt es keine Statusseite. Bitte die Schreibweise prüfen, auch Groß- und Kleinbuchstaben.",
  notFoundIncident: "Diese Störung gibt es auf dieser Statusseite nicht.",
  notFoundMaintenance: "Diese Wartung gibt es auf dieser Statusseite nicht.",
  notFoundMonth: "Zu diesem Monat gibt es keinen Verlauf.",
  unavailableTitle: "Der Status kann gerade nicht angezeigt werden",
  unavailable: "Das sagt nichts über die Dienste selbst: Sie können in Betrieb sein oder nicht. Der Fehler liegt bei dieser Statusseite; mehr wissen wir im Augenblick nicht.",
  tryAgain: "Erneut versuchen",
};

const fr: Phrases = {
  overall: {
    "All Systems Operational": "Tous les systèmes sont opérationnels",
    "Service Under Maintenance": "Maintenance en cours",
    "Partially Degraded Service": "Service partiellement dégradé",
    "Degraded System Service": "Service dégradé sur tous les systèmes",
    "Minor Service Outage": "Panne mineure",
    "Partial System Outage": "Panne partielle des systèmes",
    "Major System Outage": "Panne majeure des systèmes",
    "Nothing Reported Yet": "Rien n’est encore signalé ici",
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
  incident: { investigating: "En cours d’analyse", identified: "Cause identifiée", monitoring: "Sous surveillance", resolved: "Résolu" },
  impact: { none: "Sans impact", minor: "Impact mineur", major: "Impact majeur", critical: "Impact critique" },
  maintenance: { scheduled: "Planifiée", in_progress: "En cours", verifying: "En vérification", completed: "Terminée", cancelled: "Annulée" },
  pageOf: "État des services de {name}",
  pageTitle: "{sentence} · État des services de {name}",
  website: "Site web",
  support: "Aide",
  skip: "Aller au contenu",
  why: "Raison",
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
  earlier: "Plus ancien",
  later: "Plus récent",
  back: "État actuel",
  affected: "Composants touchés",
  updates: "Messages",
  edited: "Modifié le {time}",
  postmortem: "Compte rendu",
  published: "Publié le {time}",
  impactLabel: "Impact",
  statusLabel: "État",
  began: "Début",
  ended: "Fin",
  planned: "Prévu",
  span: "du {from} au {until}",
  incidentLabel: "Incident",
  maintenanceLabel: "Maintenance",
  wentOn: "Également ce jour-là",
  unresolved: "Non résolu",
  daysAgo: { one: "Il y a {n} jour", other: "Il y a {n} jours" },
  today: "Aujourd’hui",
  uptime: "{percent} de disponibilité",
  noUptime: "Pas encore mesuré",
  bars: "{name} : disponibilité par jour",
  noOutage: "Aucune panne",
  notCounted: "Non mesuré",
  partialOutage: "panne partielle pendant {duration}",
  majorOutage: "panne majeure pendant {duration}",
  otherDays: "Aucune panne ni aucun incident les autres jours mesurés.",
  table: "Disponibilité sous forme de tableau",
  tableComponent: "Composant",
  tableUptime: "Disponibilité",
  tableDays: "Jours avec pannes ou incidents",
  legend: "Légende",
  languages: "Langue",
  zone: "Heures exprimées dans le fuseau {zone}.",
  poweredBy: "Propulsé par {name}",
  notFoundTitle: "Page introuvable",
  notFoundPage: "Il n’y a pas de page d’état à cette adresse. Vérifiez l’orthographe, majuscules comprises.",
  notFoundIncident: "Cet incident n’existe pas sur cette page d’état.",
  notFoundMaintenance: "Cette maintenance n’existe pas sur cette page d’état.",
  notFoundMonth: "Il n’y a pas d’historique pour ce mois.",
  unavailableTitle: "L’état ne peut pas être affiché pour le moment",
  unavailable: "Cela ne dit rien des services eux-mêmes : ils peuvent fonctionner ou non. Le problème vient de cette page d’état, et nous n’en savons pas plus pour l’instant.",
  tryAgain: "Réessayer",
};

const es: Phrases = {
  overall: {
    "All Systems Operational": "Todos los sistemas operativos",
    "Service Under Maintenance": "Servicio en mantenimiento",
    "Partially Degraded Service": "Servicio parcialmente degradado",
    "Degraded System Service": "Servicio degradado en todos los sistemas",
    "Minor Service Outage": "Interrupción menor del servicio",
    "Partial System Outage": "Interrupción parcial de los sistemas",
    "Major System Outage": "Interrupción grave de los sistemas",
    "Nothing Reported Yet": "Aquí todavía no se informa de nada",
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
  incident: { investigating: "En investigación", identified: "Causa identificada", monitoring: "En observación", resolved: "Resuelto" },
  impact: { none: "Sin impacto", minor: "Impacto menor", major: "Impacto grave", critical: "Impacto crítico" },
  maintenance: { scheduled: "Programado", in_progress: "En curso", verifying: "En verificación", completed: "Completado", cancelled: "Cancelado" },
  pageOf: "Estado de {name}",
  pageTitle: "{sentence} · Estado de {name}",
  website: "Sitio web",
  support: "Ayuda",
  skip: "Saltar al contenido",
  why: "Motivo",
  since: "desde el {time}",
  activeIncidents: "Incidentes en curso",
  maintenances: "Mantenimiento",
  components: "Componentes",
  noComponents: "Todavía no hay componentes en esta página.",
  pastIncidents: "Incidentes anteriores",
  noIncidents: "Sin incidentes.",
  history: "Historial completo",
  historyOf: "Historial",
  noneInMonth: "Sin incidentes ni mantenimientos este mes.",
  earlier: "Anterior",
  later: "Siguiente",
  back: "Estado actual",
  affected: "Componentes afectados",
  updates: "Actualizaciones",
  edited: "Editado el {time}",
  postmortem: "Análisis posterior",
  published: "Publicado el {time}",
  impactLabel: "Impacto",
  statusLabel: "Estado",
  began: "Inicio",
  ended: "Fin",
  planned: "Previsto",
  span: "del {from} al {until}",
  incidentLabel: "Incidente",
  maintenanceLabel: "Mantenimiento",
  wentOn: "También este día",
  unresolved: "Sin resolver",
  daysAgo: { one: "Hace {n} día", other: "Hace {n} días" },
  today: "Hoy",
  uptime: "{percent} de disponibilidad",
  noUptime: "Aún sin medir",
  bars: "{name}: disponibilidad por día",
  noOutage: "Sin interrupciones",
  notCounted: "Sin medir",
  partialOutage: "interrupción parcial durante {duration}",
  majorOutage: "interrupción grave durante {duration}",
  otherDays: "Sin interrupciones ni incidentes los demás días medidos.",
  table: "Disponibilidad en forma de tabla",
  tableComponent: "Componente",
  tableUptime: "Disponibilidad",
  tableDays: "Días con interrupciones o incidentes",
  legend: "Leyenda",
  languages: "Idioma",
  zone: "Horas en la zona {zone}.",
  poweredBy: "Con tecnología de {name}",
  notFoundTitle: "Página no encontrada",
  notFoundPage: "No hay ninguna página de estado en esta dirección. Compruebe cómo está escrita, incluidas las mayúsculas.",
  notFoundIncident: "Este incidente no existe en esta página de estado.",
  notFoundMaintenance: "Este mantenimiento no existe en esta página de estado.",
  notFoundMonth: "No hay historial de este mes.",
  unavailableTitle: "El estado no se puede mostrar en este momento",
  unavailable: "Esto no dice nada de los servicios en sí: pueden funcionar o no. El fallo está en esta página de estado y, por ahora, no sabemos más.",
  tryAgain: "Reintentar",
};

export const phrases: Record<Language, Phrases> = { en, de, fr, es };

/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

/** Puts values where `{name}` stands. */
export const fill = (phrase: string, values: Record<string, string>): string => phrase.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** A phrase in parts: its own words, and the names of the places between them. For values that are elements. */
export const parts = (phrase: string): { text: string; place?: string }[] =>
  phrase.split(/(\{\w+\})/).flatMap((text) => (text === "" ? [] : text.startsWith("{") ? [{ text: "", place: text.slice(1, -1) }] : [{ text }]));

/** The words of the page in one language, and its times on the clocks of one zone. */
export type Say = Phrases & {
  language: Language;
  timeZone: string;
  /** `Nov 21, 2026, 4:05 PM UTC` */
  time: (at: string) => string;
  /** The end of a span: without the day where it is that of its beginning. */
  until: (from: string, at: string) => string;
  /** A day, YYYY-MM-DD: `Nov 21, 2026`. */
  day: (date: string) => string;
  /** Days from one to another: `Oct 2 – Nov 20, 2026`. */
  days: (first: string, last: string) => string;
  /** A month, YYYY-MM: `November 2026`. */
  monthName: (month: string) => string;
  percent: (value: number) => string;
  /** `1 hr 20 min`; never less than a minute. */
  duration: (seconds: number) => string;
  count: (phrase: Counted, n: number) => string;
  /** The zone by its names: `Central European Time (Europe/Berlin)`. */
  zoneName: string;
};

export function speak(language: Language, timeZone: string): Say {
  const time = new Intl.DateTimeFormat(language, { timeZone, year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const clock = new Intl.DateTimeFormat(language, { timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const onDay = new Intl.DateTimeFormat(language, { timeZone, dateStyle: "short" });
  // Days and months have been counted on the zone's clocks already.
  const day = new Intl.DateTimeFormat(language, { timeZone: "UTC", year: "numeric", month: "short", day: "numeric" });
  const month = new Intl.DateTimeFormat(language, { timeZone: "UTC", year: "numeric", month: "long" });
  const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const unit = (name: "hour" | "minute") => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" });
  const [hours, minutes] = [unit("hour"), unit("minute")];
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    ...phrases[language],
    language,
    timeZone,
    time: (at) => time.format(new Date(at)),
    until: (from, at) => (onDay.format(new Date(from)) === onDay.format(new Date(at)) ? clock : time).format(new Date(at)),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    days: (first, last) => day.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`)),
    monthName: (name) => capital(month.format(new Date(`${name}-01T00:00:00Z`)), language),
    percent: (value) => (value === 100 ? whole : percent).format(value / 100),
    duration: (seconds) => {
      const all = Math.max(1, Math.round(seconds / 60));
      const [h, m] = [Math.floor(all / 60), all % 60];
      return [...(h > 0 ? [hours.format(h)] : []), ...(m > 0 ? [minutes.format(m)] : [])].join(" ");
    },
    count: (phrase, n) => fill(phrase[plurals.select(n) as keyof Counted] ?? phrase.other, { n: numbers.format(n) }),
    zoneName: nameZone(language, timeZone),
  };
}

const capital = (text: string, language: Language) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

function nameZone(language: Language, timeZone: string): string {
  const name = (timeZoneName: "long" | "longGeneric") =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(Date.now()).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  // Where the clocks never change there is no generic name, only a distance from UTC.
  const generic = name("longGeneric");
  return `${/[+-]\d/.test(generic) ? name("long") : generic} (${timeZone})`;
}
