import { splitPhrase } from "@/lib/public/page/page-texts";

type Props = { phrase: string; values: Record<string, string> };

/** Isolates values, because their text direction may differ. */
export const Filled = ({ phrase, values }: Props) =>
  splitPhrase(phrase).map(({ text, place }, index) =>
    place === undefined ? (
      text
    ) : (
      <bdi key={index} className="font-medium text-ink">
        {values[place]}
      </bdi>
    ),
  );
