import type { Language } from "@/lib/organizations/schema";
import { type Counted, type Say, speak } from "./words";

/** The words of the published documents alone. They are apart from those that the dashboard's previews use, which would carry them along. */
export type DocumentPhrases = {
  /** `{time}`: what is said where no script can tell how long ago it was. */
  asOf: string;
  /** `{ago}` */
  live: string;
  /** `{time}` */
  lost: string;
  /** Of a tab whose server is lost. */
  lostTitle: string;
  /** `{zone}` */
  yourZone: string;
  /** `{time}` */
  staleTitle: string;
  staleText: string;
  openPage: string;
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
  lost: "Not reached since {time}",
  lostTitle: "Status could not be checked",
  yourZone: "Times are in your own time zone, {zone}.",
  staleTitle: "This may be out of date.",
  staleText: "Since {time} it could not be checked whether it is still so. What is shown as working then may not be working now.",
  openPage: "Open the status page",
  uptimeTitle: "Uptime",
  uptimeText: { one: "The last day, by component.", other: "The last {n} days, by component." },
  tableMonth: "Month",
  group: "Group",
  uptimeByMonth: "{name}: uptime by month",
  subscribe: "Subscribe to updates",
  subscribeText: "Be told when something breaks, when it works again, and of planned maintenance.",
  follow: "Follow this incident",
  followText: "Be told of each update until it is over.",
  channel: "How",
  channelEmail: "Email",
  emailNote: "You get one mail with a link to confirm, and nothing before you have. Every mail has a link to unsubscribe.",
  webhookNote: "Requests are signed. Your endpoint is asked to answer a challenge first.",
  chatNote: "Paste the address of an incoming webhook of your channel.",
  emailAddress: "Email address",
  contactNote: "Used only if the webhook stops working.",
  url: "Address of the webhook",
  scope: "What",
  scopeAll: "Everything",
  scopeSome: "Only chosen components",
  submit: "Subscribe",
  close: "Close",
  sentTitle: "Check your mailbox",
  sentText: "A mail with a link is on its way. Open the link to confirm; until then nothing else is sent.",
  doneTitle: "You are subscribed",
  doneText: "From now on, updates are posted to your channel.",
  secretTitle: "Your webhook is subscribed",
  secretText: "This secret signs each request. It is shown this once: keep it where your endpoint can read it.",
  feeds: "Feeds and calendar",
  feedsText: "No address needed: read along in a feed reader or in your calendar.",
  componentFeeds: "Feeds of a single component",
  calendar: "Calendar",
  notSubscribed: "Not subscribed yet",
  wrongEmail: "Enter an email address, as in name@example.com.",
  wrongUrl: "Enter a whole address that begins with https://.",
  refusedUrl: "This address could not be used: {reason}",
  noChoice: "Choose at least one component.",
  tooOften: "There were too many attempts. Please try again later.",
  unexpected: "Something went wrong on our side. Please try again in a moment.",
  nothingSaved: "Something went wrong on our side, and nothing was saved. Please try again in a moment.",
};

const de: DocumentPhrases = {
  asOf: "Stand: {time}.",
  live: "Live · geprüft {ago}",
  lost: "Nicht erreichbar seit {time}",
  lostTitle: "Status konnte nicht geprüft werden",
  yourZone: "Alle Zeiten in Ihrer eigenen Zeitzone, {zone}.",
  staleTitle: "Diese Angaben sind vielleicht veraltet.",
  staleText: "Seit {time} konnte nicht geprüft werden, ob sie noch stimmen. Was damals in Betrieb war, ist es jetzt vielleicht nicht mehr.",
  openPage: "Statusseite öffnen",
  uptimeTitle: "Verfügbarkeit",
  uptimeText: { one: "Der letzte Tag, nach Komponenten.", other: "Die letzten {n} Tage, nach Komponenten." },
  tableMonth: "Monat",
  group: "Gruppe",
  uptimeByMonth: "{name}: Verfügbarkeit nach Monaten",
  subscribe: "Meldungen abonnieren",
  subscribeText: "Erfahren Sie, wenn etwas ausfällt, wenn es wieder läuft und wann Wartungen geplant sind.",
  follow: "Dieser Störung folgen",
  followText: "Erfahren Sie jede Neuigkeit, bis sie behoben ist.",
  channel: "Wie",
  channelEmail: "E-Mail",
  emailNote: "Sie bekommen eine E-Mail mit einem Link zur Bestätigung und vorher nichts anderes. Jede E-Mail enthält einen Link zum Abbestellen.",
  webhookNote: "Anfragen sind signiert. Ihr Endpunkt muss zuerst eine Prüfanfrage beantworten.",
  chatNote: "Fügen Sie die Adresse eines eingehenden Webhooks Ihres Kanals ein.",
  emailAddress: "E-Mail-Adresse",
  contactNote: "Nur für den Fall, dass der Webhook nicht mehr funktioniert.",
  url: "Adresse des Webhooks",
  scope: "Was",
  scopeAll: "Alles",
  scopeSome: "Nur ausgewählte Komponenten",
  submit: "Abonnieren",
  close: "Schließen",
  sentTitle: "Sehen Sie in Ihr Postfach",
  sentText: "Eine E-Mail mit einem Link ist unterwegs. Öffnen Sie den Link zur Bestätigung; bis dahin wird nichts weiter gesendet.",
  doneTitle: "Abonniert",
  doneText: "Ab jetzt erscheinen Meldungen in Ihrem Kanal.",
  secretTitle: "Ihr Webhook ist angemeldet",
  secretText: "Mit diesem Geheimnis wird jede Anfrage signiert. Es wird nur dieses eine Mal gezeigt: Bewahren Sie es dort auf, wo Ihr Endpunkt es lesen kann.",
  feeds: "Feeds und Kalender",
  feedsText: "Ganz ohne Adresse: im Feedreader oder im Kalender mitlesen.",
  componentFeeds: "Feeds einer einzelnen Komponente",
  calendar: "Kalender",
  notSubscribed: "Noch nicht abonniert",
  wrongEmail: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
  wrongUrl: "Geben Sie eine vollständige Adresse ein, die mit https:// beginnt.",
  refusedUrl: "Diese Adresse konnte nicht verwendet werden: {reason}",
  noChoice: "Wählen Sie mindestens eine Komponente.",
  tooOften: "Das waren zu viele Versuche. Bitte später noch einmal.",
  unexpected: "Bei uns ist etwas schiefgegangen. Bitte gleich noch einmal versuchen.",
  nothingSaved: "Bei uns ist etwas schiefgegangen, und nichts wurde gespeichert. Bitte gleich noch einmal versuchen.",
};

const fr: DocumentPhrases = {
  asOf: "Situation au {time}.",
  live: "En direct · vérifié {ago}",
  lost: "Injoignable depuis {time}",
  lostTitle: "L’état n’a pas pu être vérifié",
  yourZone: "Heures exprimées dans votre fuseau, {zone}.",
  staleTitle: "Ces informations ne sont peut-être plus à jour.",
  staleText: "Depuis le {time}, il n’a pas été possible de les vérifier. Ce qui fonctionnait alors ne fonctionne peut-être plus.",
  openPage: "Ouvrir la page d’état",
  uptimeTitle: "Disponibilité",
  uptimeText: { one: "Le dernier jour, par composant.", other: "Les {n} derniers jours, par composant." },
  tableMonth: "Mois",
  group: "Groupe",
  uptimeByMonth: "{name} : disponibilité par mois",
  subscribe: "S’abonner",
  subscribeText: "Soyez averti quand quelque chose tombe en panne, quand tout refonctionne, et des maintenances prévues.",
  follow: "Suivre cet incident",
  followText: "Soyez averti de chaque nouvelle jusqu’à la fin.",
  channel: "Comment",
  channelEmail: "E-mail",
  emailNote: "Vous recevez un seul e-mail, avec un lien de confirmation, et rien d’autre avant. Chaque e-mail contient un lien de désabonnement.",
  webhookNote: "Les requêtes sont signées. Votre serveur doit d’abord répondre à une requête de vérification.",
  chatNote: "Collez l’adresse d’un webhook entrant de votre canal.",
  emailAddress: "Adresse e-mail",
  contactNote: "Utilisée seulement si le webhook cesse de fonctionner.",
  url: "Adresse du webhook",
  scope: "Quoi",
  scopeAll: "Tout",
  scopeSome: "Seulement les composants choisis",
  submit: "S’abonner",
  close: "Fermer",
  sentTitle: "Consultez votre messagerie",
  sentText: "Un e-mail contenant un lien est en route. Ouvrez le lien pour confirmer ; d’ici là, rien d’autre n’est envoyé.",
  doneTitle: "Vous êtes abonné",
  doneText: "Les nouvelles seront désormais publiées dans votre canal.",
  secretTitle: "Votre webhook est abonné",
  secretText: "Ce secret signe chaque requête. Il n’est affiché que cette fois : gardez-le là où votre serveur peut le lire.",
  feeds: "Flux et calendrier",
  feedsText: "Sans adresse : suivez dans un lecteur de flux ou dans votre calendrier.",
  componentFeeds: "Flux d’un seul composant",
  calendar: "Calendrier",
  notSubscribed: "Pas encore abonné",
  wrongEmail: "Saisissez une adresse e-mail, comme nom@example.com.",
  wrongUrl: "Saisissez une adresse complète commençant par https://.",
  refusedUrl: "Cette adresse n’a pas pu être utilisée : {reason}",
  noChoice: "Choisissez au moins un composant.",
  tooOften: "Il y a eu trop de tentatives. Veuillez réessayer plus tard.",
  unexpected: "Une erreur s’est produite de notre côté. Veuillez réessayer dans un instant.",
  nothingSaved: "Une erreur s’est produite de notre côté et rien n’a été enregistré. Veuillez réessayer dans un instant.",
};

const es: DocumentPhrases = {
  asOf: "Actualizado el {time}.",
  live: "En directo · comprobado {ago}",
  lost: "Sin conexión desde {time}",
  lostTitle: "No se pudo comprobar el estado",
  yourZone: "Horas en su propia zona horaria, {zone}.",
  staleTitle: "Esto puede no estar al día.",
  staleText: "Desde el {time} no se ha podido comprobar si sigue siendo así. Lo que entonces funcionaba puede no funcionar ahora.",
  openPage: "Abrir la página de estado",
  uptimeTitle: "Disponibilidad",
  uptimeText: { one: "El último día, por componente.", other: "Los últimos {n} días, por componente." },
  tableMonth: "Mes",
  group: "Grupo",
  uptimeByMonth: "{name}: disponibilidad por mes",
  subscribe: "Suscribirse",
  subscribeText: "Reciba un aviso cuando algo falle, cuando vuelva a funcionar y de los mantenimientos previstos.",
  follow: "Seguir este incidente",
  followText: "Reciba cada novedad hasta que termine.",
  channel: "Cómo",
  channelEmail: "Correo",
  emailNote: "Recibirá un correo con un enlace para confirmar, y nada antes de hacerlo. Cada correo lleva un enlace para darse de baja.",
  webhookNote: "Las peticiones van firmadas. Su servidor debe responder antes a una petición de verificación.",
  chatNote: "Pegue la dirección de un webhook entrante de su canal.",
  emailAddress: "Correo electrónico",
  contactNote: "Solo se usa si el webhook deja de funcionar.",
  url: "Dirección del webhook",
  scope: "Qué",
  scopeAll: "Todo",
  scopeSome: "Solo los componentes elegidos",
  submit: "Suscribirse",
  close: "Cerrar",
  sentTitle: "Revise su correo",
  sentText: "Un mensaje con un enlace está en camino. Abra el enlace para confirmar; hasta entonces no se envía nada más.",
  doneTitle: "Suscripción activa",
  doneText: "Desde ahora, las novedades se publican en su canal.",
  secretTitle: "Su webhook está suscrito",
  secretText: "Este secreto firma cada petición. Solo se muestra esta vez: guárdelo donde su servidor pueda leerlo.",
  feeds: "Canales y calendario",
  feedsText: "Sin dar ninguna dirección: sígalo en un lector de canales o en su calendario.",
  componentFeeds: "Canales de un solo componente",
  calendar: "Calendario",
  notSubscribed: "Todavía sin suscripción",
  wrongEmail: "Escriba un correo electrónico, como nombre@example.com.",
  wrongUrl: "Escriba una dirección completa que empiece por https://.",
  refusedUrl: "No se ha podido usar esta dirección: {reason}",
  noChoice: "Elija al menos un componente.",
  tooOften: "Ha habido demasiados intentos. Inténtelo más tarde.",
  unexpected: "Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.",
  nothingSaved: "Algo ha fallado por nuestra parte y no se ha guardado nada. Inténtelo de nuevo en un momento.",
};

export const documentPhrases: Record<Language, DocumentPhrases> = { en, de, fr, es };

/** All words of a document in one language, and its times on the clocks of one zone. */
export type DocumentSay = Say & DocumentPhrases;

export const speakDocument = (language: Language, timeZone: string): DocumentSay => ({ ...speak(language, timeZone), ...documentPhrases[language] });
