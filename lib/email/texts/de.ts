import type { EmailPhrases } from "@/lib/email/email-texts";

export const emailPhrases: EmailPhrases = {
  sentences: {
    "incident.created": "Eine neue Störung wurde gemeldet.",
    "incident.updated": "Es gibt eine neue Meldung zu dieser Störung.",
    "incident.resolved": "Diese Störung wurde behoben.",
    "incident.reopened": "Diese Störung wurde wieder geöffnet.",
    "incident.postmortem_published": "Der Abschlussbericht zu dieser Störung wurde veröffentlicht.",
    "maintenance.scheduled": "Eine Wartung wurde geplant.",
    "maintenance.started": "Die geplante Wartung hat begonnen.",
    "maintenance.updated": "Es gibt eine neue Meldung zu dieser Wartung.",
    "maintenance.completed": "Die geplante Wartung wurde abgeschlossen.",
    "maintenance.rescheduled": "Diese Wartung wurde verschoben.",
    "maintenance.cancelled": "Diese Wartung wurde abgesagt.",
    "maintenance.reminder": "Erinnerung an eine geplante Wartung.",
    "component.updated": "Der Status dieser Komponente hat sich geändert.",
    test: "Dies ist eine Testnachricht. Es liegt keine Störung vor.",
  },
  labels: {
    "incident.reopened": "Wieder geöffnet",
    "maintenance.scheduled": "Wartung geplant",
    "maintenance.started": "Wartung begonnen",
    "maintenance.updated": "Meldung zur Wartung",
    "maintenance.completed": "Wartung abgeschlossen",
    "maintenance.rescheduled": "Wartung verschoben",
    "maintenance.cancelled": "Wartung abgesagt",
    "maintenance.reminder": "Erinnerung an Wartung",
    test: "Test",
  },
  incidentOfImpact: {
    none: "Störung",
    minor: "Geringfügige Störung",
    major: "Erhebliche Störung",
    critical: "Kritische Störung",
  },
  testMessage: "Testnachricht",
  testText:
    "Dies ist ein Test. Es ist nichts passiert, und Sie müssen nichts tun. " +
    "Benachrichtigungen dieser Statusseite kommen hier an.",
  untitled: "Ohne Titel",
  dateTime: "{date}, {time}",
  timeSpan: "{from} bis {until}",
  before: "Zuvor",
  was: " (zuvor: {value})",
  whatChanged: "Änderungen",
  affectedComponents: "Betroffene Komponenten",
  otherComponents: "Weitere betroffene Komponenten",
  earlierUpdates: "Frühere Meldungen",
  andMore: { one: "und {n} weitere", other: "und {n} weitere" },
  moreOnPage: {
    one: "{n} weitere Meldung auf der Statusseite.",
    other: "{n} weitere Meldungen auf der Statusseite.",
  },
  readMore: "Auf der Statusseite weiterlesen",
  viewIncident: "Störung ansehen",
  viewMaintenance: "Wartung ansehen",
  viewPage: "Statusseite ansehen",
  open: "Öffnen",
  reason: "Sie erhalten diese E-Mail, weil Sie die Statusmeldungen von {name} abonniert haben.",
  manage: "Abonnement verwalten",
  unsubscribe: "Abbestellen",
  statusPage: "Statusseite",
  buttonUrl: "Falls die Schaltfläche nicht funktioniert, öffnen Sie diese URL: {url}",
  confirmSubject: "Bestätigen Sie Ihr Abonnement bei {name}",
  confirmTitle: "Bestätigen Sie Ihr Abonnement",
  confirmPreview: "Bestätigen Sie, um E-Mails zu Störungen und Wartungen zu erhalten.",
  confirmText:
    "Für diese Adresse wurden E-Mails zu Störungen und Wartungen von {name} angefordert.",
  confirmTextAll:
    "Für diese Adresse wurden E-Mails zu Störungen, Wartungen und Statusänderungen von " +
    "Komponenten von {name} angefordert.",
  confirmTopics: "Das Abonnement umfasst: {topics}.",
  confirmTopic: "Eine Komponente oder Störung",
  confirmButton: "Abonnement bestätigen",
  linkExpires: "Der Link ist bis {time} gültig.",
  notRequested:
    "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail. " +
    "Ohne Bestätigung erhalten Sie keine Meldungen.",
  chatConfirm:
    "{name}: Für diesen Kanal wurde folgende Auswahl an Statusmeldungen angefordert: {choice}. " +
    "Öffnen Sie den Link, um sie zu bestätigen. Nicht angefordert? Ignorieren Sie diese Nachricht.",
  chatEverything: "alles",
  chatComponents: "{choice} (auch Statusänderungen von Komponenten)",
};
