import { Fragment } from "react";
import { findLinks } from "@/lib/public/page/rules";

export type UserTextProps = { text: string; lang?: string | undefined; className?: string };

export const PlainText = ({ text, lang, className = "" }: UserTextProps) => (
  <p
    dir="auto"
    lang={lang}
    className={`me-auto max-w-prose wrap-anywhere whitespace-pre-line ${className}`}
  >
    {findLinks(text).map((piece, key) =>
      piece.href === undefined ? (
        <Fragment key={key}>{piece.text}</Fragment>
      ) : (
        <UserLink key={key} href={piece.href}>
          {piece.text}
        </UserLink>
      ),
    )}
  </p>
);

export const UserLink = ({ href, children }: { href: string; children?: React.ReactNode }) => (
  <a href={href} rel="nofollow noopener" className="text-accent underline underline-offset-2">
    {children}
  </a>
);
