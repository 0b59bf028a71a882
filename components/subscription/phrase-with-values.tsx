import { splitPhrase } from "@/lib/public/page/page-texts";

type Props = { phrase: string; values: Record<string, string> };

/** Inserts values into a phrase. Isolates each value, because its text direction may differ. */
export const PhraseWithValues = ({ phrase, values }: Props) =>
  splitPhrase(phrase).map(({ text, place }, index) =>
    place === undefined ? (
      text
    ) : (
      <bdi key={index} className="font-medium text-ink">
        {values[place]}
      </bdi>
    ),
  );
