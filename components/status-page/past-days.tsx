import { IncidentBox } from "@/components/status-page/incident-box";
import { MaintenanceBox } from "@/components/status-page/maintenance-box";
import { More } from "@/components/status-page/more";
import { isQuiet, type PageLinks } from "@/lib/public/page/rules";
import type { PastDay } from "@/lib/public/page/schema";
import type { PageTexts } from "@/lib/public/page/page-texts";

export function PastDays({
  days,
  texts,
  links,
}: {
  days: readonly PastDay[];
  texts: PageTexts;
  links: PageLinks;
}) {
  return (
    <ol>
      {days.map((day) => (
        <li key={day.date} className="border-t border-line py-3 first:border-t-0 first:pt-0">
          <h3 className="font-medium">
            <time dateTime={day.date}>{texts.day(day.date)}</time>
          </h3>
          {isQuiet(day) && <p className="mt-0.5 text-muted">{texts.noIncidents}</p>}
          {day.ongoing.length > 0 && (
            <p className="mt-1 wrap-anywhere text-muted">
              {texts.wentOn}:{" "}
              {day.ongoing.map(({ id, title }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <a href={links.incident(id)} className="text-ink underline underline-offset-2">
                    <bdi>{title}</bdi>
                  </a>
                </span>
              ))}
              {day.more.ongoing > 0 && ` + ${texts.number(day.more.ongoing)}`}
            </p>
          )}
          {day.incidents.length + day.maintenances.length > 0 && (
            <div className="mt-2 space-y-3">
              {day.incidents.map((incident) => (
                <IncidentBox
                  key={incident.id}
                  incident={incident}
                  level="h4"
                  texts={texts}
                  links={links}
                />
              ))}
              {day.maintenances.map((maintenance) => (
                <MaintenanceBox
                  key={maintenance.id}
                  maintenance={maintenance}
                  level="h4"
                  texts={texts}
                  links={links}
                />
              ))}
            </div>
          )}
          <More
            count={day.more.incidents + day.more.maintenances}
            text={texts.moreOnDay}
            href={links.history(day.date.slice(0, "YYYY-MM".length))}
            texts={texts}
          />
        </li>
      ))}
    </ol>
  );
}
