import { CircleCheck, TriangleAlert } from "lucide-react";
import { getContrastRatio, isColor } from "@/lib/contrast";
import { backgrounds, getUsableAccents } from "@/lib/public/page/colors";

export function AccentContrast({ color }: { color: string | null }) {
  const valid = color?.trim() ?? "";
  return (
    <output className="mt-2 grid gap-1 empty:hidden">
      {isColor(valid) &&
        (["light", "dark"] as const).map((scheme) => (
          <Result key={scheme} scheme={scheme} color={valid} />
        ))}
    </output>
  );
}

function Result({ scheme, color }: { scheme: keyof typeof backgrounds; color: string }) {
  const lowestContrast = Math.min(
    ...Object.values(backgrounds[scheme]).map((background) => getContrastRatio(color, background)),
  );
  const isUsable = getUsableAccents(color)[scheme] !== null;
  const Icon = isUsable ? CircleCheck : TriangleAlert;
  // The ratio is rounded down, so that 4.47 is not shown as 4.5, the minimum.
  const ratio = (Math.floor(lowestContrast * 10) / 10).toFixed(1);
  return (
    <span className="flex items-start gap-1.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isUsable ? "text-positive" : "text-caution"}`} />
      <span>
        {scheme === "light" ? "Light" : "Dark"} mode: contrast {ratio}:1.{" "}
        {isUsable
          ? "Easy to read."
          : "Too low for text (minimum 4.5:1), so only buttons have this color."}
      </span>
    </span>
  );
}
