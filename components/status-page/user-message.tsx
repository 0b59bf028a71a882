import type { FormattedText } from "@/lib/markdown/values";
import type { Translated } from "@/lib/translations/values";
import { MarkdownText } from "./markdown-text";
import { PlainText, type UserTextProps } from "./plain-text";

type UserMessageProps = { message: FormattedText & Translated<"body">; className?: string };

export function UserMessage({ message: { body, format, lang }, className }: UserMessageProps) {
  const props: UserTextProps = { text: body, lang: lang?.body, className };
  return format === "markdown" ? <MarkdownText {...props} /> : <PlainText {...props} />;
}
