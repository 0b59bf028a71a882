import type { EmailPhrases } from "@/lib/email/email-texts";

export const emailPhrases: EmailPhrases = {
  sentences: {
    "incident.created": "Un nouvel incident a été signalé.",
    "incident.updated": "Une mise à jour de cet incident est disponible.",
    "incident.resolved": "Cet incident a été résolu.",
    "incident.reopened": "Cet incident a été rouvert.",
    "incident.postmortem_published": "Le post-mortem de cet incident a été publié.",
    "maintenance.scheduled": "Une maintenance a été planifiée.",
    "maintenance.started": "La maintenance planifiée a démarré.",
    "maintenance.updated": "Une mise à jour de cette maintenance est disponible.",
    "maintenance.completed": "La maintenance planifiée est terminée.",
    "maintenance.rescheduled": "Cette maintenance a été reprogrammée.",
    "maintenance.cancelled": "Cette maintenance a été annulée.",
    "maintenance.reminder": "Ceci est un rappel d’une maintenance planifiée.",
    "component.updated": "L’état de ce composant a changé.",
    test: "Ceci est un message de test. Aucun incident n’est survenu.",
  },
  labels: {
    "incident.reopened": "Rouvert",
    "maintenance.scheduled": "Maintenance planifiée",
    "maintenance.started": "Maintenance démarrée",
    "maintenance.updated": "Mise à jour de la maintenance",
    "maintenance.completed": "Maintenance terminée",
    "maintenance.rescheduled": "Maintenance reprogrammée",
    "maintenance.cancelled": "Maintenance annulée",
    "maintenance.reminder": "Rappel de maintenance",
    test: "Test",
  },
  incidentOfImpact: {
    none: "Incident",
    minor: "Incident mineur",
    major: "Incident majeur",
    critical: "Incident critique",
  },
  testMessage: "Message de test",
  testText:
    "Ceci est un test. Il ne s’est rien passé et vous n’avez rien à faire. Les " +
    "notifications de cette page d’état arrivent ici.",
  untitled: "Sans titre",
  dateTime: "{date}, {time}",
  timeSpan: "de {from} à {until}",
  before: "Auparavant",
  was: " (auparavant : {value})",
  whatChanged: "Changements",
  affectedComponents: "Composants touchés",
  otherComponents: "Autres composants touchés",
  earlierUpdates: "Mises à jour précédentes",
  andMore: { one: "et {n} autre", other: "et {n} autres", many: "et {n} autres" },
  moreOnPage: {
    one: "{n} autre mise à jour sur la page d’état.",
    other: "{n} autres mises à jour sur la page d’état.",
    many: "{n} autres mises à jour sur la page d’état.",
  },
  readMore: "Lire la suite sur la page d’état",
  viewIncident: "Voir l’incident",
  viewMaintenance: "Voir la maintenance",
  viewPage: "Voir la page d’état",
  open: "Ouvrir",
  reason:
    "Vous recevez cet e-mail, car cette adresse est abonnée aux mises à jour de l’état des services de {name}.",
  manage: "Gérer votre abonnement",
  unsubscribe: "Se désabonner",
  statusPage: "Page d’état",
  buttonUrl: "Si le bouton ne fonctionne pas, ouvrez cette URL : {url}",
  confirmSubject: "Confirmez votre abonnement à {name}",
  confirmTitle: "Confirmez votre abonnement",
  confirmPreview:
    "Confirmez pour recevoir les e-mails concernant les incidents et les maintenances.",
  confirmText:
    "Quelqu’un a demandé à recevoir à cette adresse les e-mails de {name} concernant " +
    "les incidents et les maintenances.",
  confirmTextAll:
    "Quelqu’un a demandé à recevoir à cette adresse les e-mails de {name} concernant " +
    "les incidents, les maintenances et les changements d’état des composants.",
  confirmTopics: "L’abonnement comprend : {topics}.",
  confirmTopic: "Un composant ou un incident",
  confirmButton: "Confirmer l’abonnement",
  linkExpires: "Le lien expire le {time}.",
  notRequested: "Vous n’avez rien demandé ? Ignorez cet e-mail : aucun abonnement ne sera créé.",
  chatConfirm:
    "{name} : quelqu’un a demandé que ce canal reçoive désormais les mises à jour suivantes : {choice}. " +
    "Ouvrez le lien pour confirmer. Vous n’avez rien demandé ? Ignorez ce message.",
  chatEverything: "tout",
  chatComponents: "{choice} (y compris les changements d’état des composants)",
};
