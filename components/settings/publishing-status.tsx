import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { LoadingCard } from "@/components/data/loading-card";
import { useRead } from "@/components/data/use-read";
import { StatusBadge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";

const states = {
  current: { label: "Up to date", tone: "positive", icon: CircleCheck },
  publishing: { label: "Publishing", tone: "neutral", icon: CircleDashed },
  failing: { label: "Failing", tone: "critical", icon: CircleAlert },
} as const;

export function PublishingStatus() {
  const { data, error } = useRead("GET /v1/organizations/{orgID}/public-page");
  return (
    <Section title="Publishing" className="mt-8">
      <LoadingCard of={{ data, error }} rows={1} label="Loading publishing status">
        {data?.stores.length === 0 && (
          <p className="px-4 py-3 text-muted">The page hasn’t been published yet.</p>
        )}
        <ul>
          {data?.stores.map(({ name, state, lag_seconds, error: cause }) => (
            <li key={name} className="border-b border-line px-4 py-3 last:border-b-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="font-medium wrap-anywhere">{name}</span>
                <span className="flex items-center gap-2">
                  {lag_seconds > 0 && (
                    <span className="text-muted">{formatDelay(lag_seconds)}</span>
                  )}
                  <StatusBadge {...states[state]} />
                </span>
              </div>
              {cause !== null && (
                <p className="mt-1 text-muted wrap-anywhere">{cause.replace(`${name}: `, "")}</p>
              )}
            </li>
          ))}
        </ul>
      </LoadingCard>
    </Section>
  );
}

const formatDelay = (seconds: number): string =>
  seconds < 120 ? `${seconds} s behind` : `${Math.round(seconds / 60)} min behind`;
