import type { EmailPhrases } from "@/lib/email/email-texts";

export const emailPhrases: EmailPhrases = {
  sentences: {
    "incident.created": "È stato segnalato un nuovo incidente.",
    "incident.updated": "È disponibile un aggiornamento su questo incidente.",
    "incident.resolved": "Questo incidente è stato risolto.",
    "incident.reopened": "Questo incidente è stato riaperto.",
    "incident.postmortem_published":
      "È stata pubblicata l’analisi post mortem di questo incidente.",
    "maintenance.scheduled": "È stata programmata una manutenzione.",
    "maintenance.started": "La manutenzione programmata è iniziata.",
    "maintenance.updated": "È disponibile un aggiornamento su questa manutenzione.",
    "maintenance.completed": "La manutenzione programmata è stata completata.",
    "maintenance.rescheduled": "Questa manutenzione è stata riprogrammata.",
    "maintenance.cancelled": "Questa manutenzione è stata annullata.",
    "maintenance.reminder": "Questo è un promemoria di una manutenzione programmata.",
    "component.updated": "Lo stato di questo componente è cambiato.",
    test: "Questo è un messaggio di prova. Non si è verificato alcun incidente.",
  },
  labels: {
    "incident.reopened": "Riaperto",
    "maintenance.scheduled": "Manutenzione programmata",
    "maintenance.started": "Manutenzione iniziata",
    "maintenance.updated": "Aggiornamento sulla manutenzione",
    "maintenance.completed": "Manutenzione completata",
    "maintenance.rescheduled": "Manutenzione riprogrammata",
    "maintenance.cancelled": "Manutenzione annullata",
    "maintenance.reminder": "Promemoria di manutenzione",
    test: "Prova",
  },
  incidentOfImpact: {
    none: "Incidente",
    minor: "Incidente lieve",
    major: "Incidente grave",
    critical: "Incidente critico",
  },
  testMessage: "Messaggio di prova",
  testText:
    "Questa è una prova. Non è successo nulla e non devi fare nulla. Le notifiche " +
    "di questa pagina di stato arrivano qui.",
  untitled: "Senza titolo",
  dateTime: "{date}, {time}",
  timeSpan: "dalle {from} alle {until}",
  before: "Prima",
  was: " (prima: {value})",
  whatChanged: "Modifiche",
  affectedComponents: "Componenti interessati",
  otherComponents: "Altri componenti interessati",
  earlierUpdates: "Aggiornamenti precedenti",
  andMore: { one: "e {n} altro", other: "e altri {n}", many: "e altri {n}" },
  moreOnPage: {
    one: "{n} altro aggiornamento nella pagina di stato.",
    other: "Altri {n} aggiornamenti nella pagina di stato.",
    many: "Altri {n} di aggiornamenti nella pagina di stato.",
  },
  readMore: "Continua a leggere nella pagina di stato",
  viewIncident: "Visualizza l’incidente",
  viewMaintenance: "Visualizza la manutenzione",
  viewPage: "Visualizza la pagina di stato",
  open: "Apri",
  reason: "Ricevi questa e-mail perché hai un’iscrizione agli aggiornamenti di stato di {name}.",
  manage: "Gestisci l’iscrizione",
  unsubscribe: "Annulla l’iscrizione",
  statusPage: "Pagina di stato",
  buttonUrl: "Se il pulsante non funziona, apri questo URL: {url}",
  confirmSubject: "Conferma l’iscrizione a {name}",
  confirmTitle: "Conferma l’iscrizione",
  confirmPreview: "Conferma per ricevere le e-mail su incidenti e manutenzioni.",
  confirmText:
    "È stato richiesto l’invio a questo indirizzo delle e-mail di {name} su incidenti e " +
    "manutenzioni.",
  confirmTextAll:
    "È stato richiesto l’invio a questo indirizzo delle e-mail di {name} su incidenti, " +
    "manutenzioni e variazioni di stato dei componenti.",
  confirmTopics: "L’iscrizione comprende: {topics}.",
  confirmTopic: "Un componente o un incidente",
  confirmButton: "Conferma l’iscrizione",
  linkExpires: "Il link scade il {time}.",
  notRequested: "Non l’hai richiesta? Ignora questa e-mail: l’iscrizione non verrà attivata.",
  chatConfirm:
    "{name}: È stato richiesto di modificare gli aggiornamenti di stato di questo canale in: {choice}. " +
    "Apri il link per confermare. Non l’hai richiesto? Ignora questo messaggio.",
  chatEverything: "tutto",
  chatComponents: "{choice} (anche variazioni di stato dei componenti)",
};
