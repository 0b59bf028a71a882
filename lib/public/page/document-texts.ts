import type { Language } from "@/lib/organizations/schema";
import { type Counted, type PageTexts, getPageTexts } from "./page-texts";

/** Texts that only published documents use. Apart, so that dashboard previews don't load them. */
export type DocumentPhrases = {
  /** `{time}`: shown without JavaScript. */
  asOf: string;
  /** `{ago}` */
  live: string;
  /** `{time}` */
  lost: string;
  /** The title of a tab that can't reach the server. */
  lostTitle: string;
  /** `{zone}` */
  yourZone: string;
  /** `{time}` */
  staleTitle: string;
  staleText: string;
  openPage: string;
  /** `{n}`, `{total}` */
  historyPart: string;
  newer: string;
  older: string;
  uptimeTitle: string;
  uptimeText: Counted;
  tableMonth: string;
  group: string;
  /** `{name}` */
  uptimeByMonth: string;
  subscribe: string;
  subscribeText: string;
  follow: string;
  followText: string;
  channel: string;
  channelEmail: string;
  emailNote: string;
  webhookNote: string;
  chatNote: string;
  emailAddress: string;
  contactNote: string;
  url: string;
  scope: string;
  scopeAll: string;
  scopeSome: string;
  submit: string;
  close: string;
  sentTitle: string;
  sentText: string;
  askedTitle: string;
  askedText: string;
  doneTitle: string;
  doneText: string;
  secretTitle: string;
  secretText: string;
  feeds: string;
  feedsText: string;
  componentFeeds: string;
  calendar: string;
  notSubscribed: string;
  wrongEmail: string;
  wrongUrl: string;
  /** `{reason}` */
  refusedUrl: string;
  noChoice: string;
  tooOften: string;
  unexpected: string;
  nothingSaved: string;
};

const en: DocumentPhrases = {
  asOf: "As of {time}.",
  live: "Live · checked {ago}",
  lost: "No connection since {time}",
  lostTitle: "Unable to check status",
  yourZone: "All times are in your time zone, {zone}.",
  staleTitle: "This page may be out of date.",
  staleText: "The status was last confirmed on {time} and may have changed since.",
  openPage: "Open the status page",
  historyPart: "Page {n} of {total}",
  newer: "Newer",
  older: "Older",
  uptimeTitle: "Uptime",
  uptimeText: { one: "Last day, by component.", other: "Last {n} days, by component." },
  tableMonth: "Month",
  group: "Group",
  uptimeByMonth: "{name}: uptime by month",
  subscribe: "Subscribe to updates",
  subscribeText: "Get notified about incidents and maintenance.",
  follow: "Subscribe to this incident",
  followText: "Get notified about each update until this incident is resolved.",
  channel: "Notification method",
  channelEmail: "Email",
  emailNote:
    "We’ll email you a link to confirm your subscription. Every email includes an unsubscribe link.",
  webhookNote: "We sign every request. Your endpoint must respond to a challenge first.",
  chatNote: "Paste the incoming webhook URL for your channel.",
  emailAddress: "Email address",
  contactNote: "We only use it if the webhook stops working.",
  url: "Webhook URL",
  scope: "Notify me about",
  scopeAll: "Everything",
  scopeSome: "Selected components",
  submit: "Subscribe",
  close: "Close",
  sentTitle: "Check your email",
  sentText: "We sent you an email with a link. Open it to confirm your subscription.",
  askedTitle: "Check your channel",
  askedText:
    "This channel is already subscribed. We posted a link to it. Open the link to confirm your changes.",
  doneTitle: "You’re subscribed",
  doneText: "We’ll post updates to your channel.",
  secretTitle: "Your webhook is subscribed",
  secretText:
    "Use this signing secret to verify our requests. Copy it now: you won’t be able to see it again.",
  feeds: "Feeds and calendar",
  feedsText: "Get updates in a feed reader or your calendar. No email address needed.",
  componentFeeds: "Component feeds",
  calendar: "Calendar",
  notSubscribed: "You’re not subscribed yet",
  wrongEmail: "Enter a valid email address, like name@example.com.",
  wrongUrl: "Enter a full URL that starts with https://.",
  refusedUrl: "We can’t use this URL: {reason}",
  noChoice: "Select at least one component.",
  tooOften: "Too many attempts. Try again later.",
  unexpected: "Something went wrong on our end. Try again in a moment.",
  nothingSaved: "Something went wrong on our end, and nothing was saved. Try again in a moment.",
};

const de: DocumentPhrases = {
  asOf: "Stand: {time}.",
  live: "Live · zuletzt geprüft {ago}",
  lost: "Keine Verbindung seit {time}",
  lostTitle: "Status nicht abrufbar",
  yourZone: "Alle Zeiten in Ihrer Zeitzone, {zone}.",
  staleTitle: "Diese Seite ist möglicherweise nicht aktuell.",
  staleText: "Der Status wurde zuletzt am {time} bestätigt und kann sich seitdem geändert haben.",
  openPage: "Statusseite öffnen",
  historyPart: "Seite {n} von {total}",
  newer: "Neuere",
  older: "Ältere",
  uptimeTitle: "Verfügbarkeit",
  uptimeText: { one: "Letzter Tag, nach Komponente.", other: "Letzte {n} Tage, nach Komponente." },
  tableMonth: "Monat",
  group: "Gruppe",
  uptimeByMonth: "{name}: Verfügbarkeit nach Monaten",
  subscribe: "Meldungen abonnieren",
  subscribeText: "Lassen Sie sich über Störungen und Wartungen benachrichtigen.",
  follow: "Diese Störung abonnieren",
  followText: "Lassen Sie sich über jede Meldung benachrichtigen, bis die Störung behoben ist.",
  channel: "Benachrichtigung per",
  channelEmail: "E-Mail",
  emailNote:
    "Wir senden Ihnen eine E-Mail mit einem Link, um Ihr Abonnement zu bestätigen. " +
    "Jede E-Mail enthält einen Link zum Abbestellen.",
  webhookNote: "Wir signieren jede Anfrage. Ihr Endpunkt muss zuerst eine Prüfanfrage beantworten.",
  chatNote: "Fügen Sie die URL des eingehenden Webhooks für Ihren Kanal ein.",
  emailAddress: "E-Mail-Adresse",
  contactNote: "Wir verwenden sie nur, wenn der Webhook nicht mehr funktioniert.",
  url: "Webhook-URL",
  scope: "Benachrichtigen über",
  scopeAll: "Alles",
  scopeSome: "Ausgewählte Komponenten",
  submit: "Abonnieren",
  close: "Schließen",
  sentTitle: "Prüfen Sie Ihr E-Mail-Postfach",
  sentText:
    "Wir haben Ihnen eine E-Mail mit einem Link gesendet. Öffnen Sie ihn, um Ihr Abonnement zu bestätigen.",
  askedTitle: "Prüfen Sie Ihren Kanal",
  askedText:
    "Dieser Kanal ist bereits abonniert. Wir haben dort einen Link veröffentlicht. " +
    "Öffnen Sie ihn, um Ihre Änderungen zu bestätigen.",
  doneTitle: "Abonnement aktiv",
  doneText: "Meldungen werden ab jetzt in Ihrem Kanal veröffentlicht.",
  secretTitle: "Ihr Webhook ist abonniert",
  secretText:
    "Mit diesem Signaturgeheimnis können Sie unsere Anfragen überprüfen. " +
    "Kopieren Sie es jetzt: Es wird nicht noch einmal angezeigt.",
  feeds: "Feeds und Kalender",
  feedsText: "Lesen Sie Meldungen im Feedreader oder im Kalender, ganz ohne E-Mail-Adresse.",
  componentFeeds: "Feeds nach Komponente",
  calendar: "Kalender",
  notSubscribed: "Noch nicht abonniert",
  wrongEmail: "Geben Sie eine gültige E-Mail-Adresse ein, z. B. name@example.com.",
  wrongUrl: "Geben Sie eine vollständige URL ein, die mit https:// beginnt.",
  refusedUrl: "Diese URL kann nicht verwendet werden: {reason}",
  noChoice: "Wählen Sie mindestens eine Komponente aus.",
  tooOften: "Zu viele Versuche. Versuchen Sie es später noch einmal.",
  unexpected: "Bei uns ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
  nothingSaved:
    "Bei uns ist ein Fehler aufgetreten, und es wurde nichts gespeichert. Versuchen Sie es gleich noch einmal.",
};

const fr: DocumentPhrases = {
  asOf: "Situation au {time}.",
  live: "En direct · vérifié {ago}",
  lost: "Connexion perdue depuis {time}",
  lostTitle: "Impossible de vérifier l’état",
  yourZone: "Toutes les heures sont indiquées dans votre fuseau horaire, {zone}.",
  staleTitle: "Cette page n’est peut-être plus à jour.",
  staleText: "L’état a été confirmé pour la dernière fois le {time} et a pu changer depuis.",
  openPage: "Ouvrir la page d’état",
  historyPart: "Page {n} sur {total}",
  newer: "Plus récents",
  older: "Plus anciens",
  uptimeTitle: "Disponibilité",
  uptimeText: { one: "Dernier jour, par composant.", other: "{n} derniers jours, par composant." },
  tableMonth: "Mois",
  group: "Groupe",
  uptimeByMonth: "{name} : disponibilité par mois",
  subscribe: "S’abonner aux mises à jour",
  subscribeText: "Recevez une notification en cas d’incident ou de maintenance.",
  follow: "S’abonner à cet incident",
  followText: "Recevez une notification à chaque mise à jour, jusqu’à la résolution de l’incident.",
  channel: "Mode de notification",
  channelEmail: "E-mail",
  emailNote:
    "Nous vous enverrons un e-mail avec un lien pour confirmer votre abonnement. " +
    "Chaque e-mail contient un lien de désabonnement.",
  webhookNote:
    "Nous signons chaque requête. Votre point de terminaison doit d’abord répondre à une requête de vérification.",
  chatNote: "Collez l’URL du webhook entrant de votre canal.",
  emailAddress: "Adresse e-mail",
  contactNote: "Nous l’utilisons uniquement si le webhook cesse de fonctionner.",
  url: "URL du webhook",
  scope: "Me notifier pour",
  scopeAll: "Tout",
  scopeSome: "Composants sélectionnés",
  submit: "S’abonner",
  close: "Fermer",
  sentTitle: "Consultez vos e-mails",
  sentText:
    "Nous vous avons envoyé un e-mail contenant un lien. Ouvrez-le pour confirmer votre abonnement.",
  askedTitle: "Consultez votre canal",
  askedText:
    "Ce canal est déjà abonné. Nous y avons publié un lien. Ouvrez-le pour confirmer vos modifications.",
  doneTitle: "Abonnement activé",
  doneText: "Les mises à jour seront publiées dans votre canal.",
  secretTitle: "Votre webhook est abonné",
  secretText:
    "Utilisez cette clé secrète de signature pour vérifier nos requêtes. " +
    "Copiez-la maintenant : elle ne sera plus affichée.",
  feeds: "Flux et calendrier",
  feedsText:
    "Recevez les mises à jour dans un lecteur de flux ou dans votre calendrier, sans adresse e-mail.",
  componentFeeds: "Flux par composant",
  calendar: "Calendrier",
  notSubscribed: "Vous n’êtes pas encore abonné",
  wrongEmail: "Saisissez une adresse e-mail valide, par exemple nom@example.com.",
  wrongUrl: "Saisissez une URL complète commençant par https://.",
  refusedUrl: "Cette URL ne peut pas être utilisée : {reason}",
  noChoice: "Sélectionnez au moins un composant.",
  tooOften: "Trop de tentatives. Réessayez plus tard.",
  unexpected: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
  nothingSaved:
    "Une erreur s’est produite de notre côté et rien n’a été enregistré. Réessayez dans un instant.",
};

const es: DocumentPhrases = {
  asOf: "Actualizado el {time}.",
  live: "En directo · comprobado {ago}",
  lost: "Sin conexión desde {time}",
  lostTitle: "No se puede comprobar el estado",
  yourZone: "Todas las horas corresponden a su zona horaria, {zone}.",
  staleTitle: "Es posible que esta página no esté actualizada.",
  staleText:
    "El estado se confirmó por última vez el {time} y puede haber cambiado desde entonces.",
  openPage: "Abrir la página de estado",
  historyPart: "Página {n} de {total}",
  newer: "Más recientes",
  older: "Más antiguos",
  uptimeTitle: "Disponibilidad",
  uptimeText: { one: "Último día, por componente.", other: "Últimos {n} días, por componente." },
  tableMonth: "Mes",
  group: "Grupo",
  uptimeByMonth: "{name}: disponibilidad por mes",
  subscribe: "Suscribirse a las actualizaciones",
  subscribeText: "Reciba notificaciones sobre incidentes y mantenimientos.",
  follow: "Suscribirse a este incidente",
  followText: "Reciba una notificación con cada actualización hasta que se resuelva el incidente.",
  channel: "Método de notificación",
  channelEmail: "Correo electrónico",
  emailNote:
    "Le enviaremos un correo con un enlace para confirmar la suscripción. " +
    "Todos los correos incluyen un enlace para darse de baja.",
  webhookNote:
    "Firmamos todas las solicitudes. Su endpoint debe responder primero a una solicitud de verificación.",
  chatNote: "Pegue la URL del webhook entrante de su canal.",
  emailAddress: "Dirección de correo electrónico",
  contactNote: "Solo la usaremos si el webhook deja de funcionar.",
  url: "URL del webhook",
  scope: "Notificarme sobre",
  scopeAll: "Todo",
  scopeSome: "Componentes seleccionados",
  submit: "Suscribirse",
  close: "Cerrar",
  sentTitle: "Revise su correo",
  sentText: "Le hemos enviado un correo con un enlace. Ábralo para confirmar la suscripción.",
  askedTitle: "Revise su canal",
  askedText:
    "Este canal ya está suscrito. Hemos publicado un enlace en él. Ábralo para confirmar los cambios.",
  doneTitle: "Suscripción activada",
  doneText: "Publicaremos las actualizaciones en su canal.",
  secretTitle: "Su webhook está suscrito",
  secretText:
    "Use este secreto de firma para verificar nuestras solicitudes. Cópielo ahora: no se volverá a mostrar.",
  feeds: "Feeds y calendario",
  feedsText:
    "Reciba las actualizaciones en un lector de feeds o en su calendario, sin indicar su correo.",
  componentFeeds: "Feeds por componente",
  calendar: "Calendario",
  notSubscribed: "Aún no se ha suscrito",
  wrongEmail: "Introduzca una dirección de correo válida, por ejemplo nombre@example.com.",
  wrongUrl: "Introduzca una URL completa que empiece por https://.",
  refusedUrl: "No podemos usar esta URL: {reason}",
  noChoice: "Seleccione al menos un componente.",
  tooOften: "Demasiados intentos. Inténtelo de nuevo más tarde.",
  unexpected: "Se ha producido un error por nuestra parte. Inténtelo de nuevo en unos instantes.",
  nothingSaved:
    "Se ha producido un error por nuestra parte y no se ha guardado nada. Inténtelo de nuevo en unos instantes.",
};

export const documentPhrases: Record<Language, DocumentPhrases> = { en, de, fr, es };

/** All texts of a document in one language, with the times of one zone. */
export type DocumentTexts = PageTexts & DocumentPhrases;

export const getDocumentTexts = (language: Language, timeZone: string): DocumentTexts => ({
  ...getPageTexts(language, timeZone),
  ...documentPhrases[language],
});
