import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Fragment, type ReactNode } from "react";
import { truncate } from "../headers";
import { colors, font, stylesheet, type EmailTone, tones } from "./theme";

const WIDTH = 600;
const PREVIEW_LENGTH = 120;

/** Breaks long words and URLs, so that they do not widen the email. */
const wrapped = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

type EmailLayoutProps = {
  title: string;
  /** Shown after the subject in the inbox. */
  preview: string;
  sender: string;
  tone: EmailTone;
  children: ReactNode;
  footer: ReactNode;
};

export function EmailLayout({ title, preview, sender, tone, children, footer }: EmailLayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: stylesheet }} />
      </head>
      <body className="page" style={{ backgroundColor: colors.page, margin: 0, padding: 0 }}>
        <Preview>{truncate(preview, PREVIEW_LENGTH)}</Preview>
        {/* Repeats the body's style, because some email programs remove the body element. */}
        <div className="page frame" style={{ backgroundColor: colors.page, padding: "24px 12px" }}>
          <Container
            width={WIDTH}
            className="sheet"
            style={{
              width: "100%",
              maxWidth: WIDTH,
              backgroundColor: colors.sheet,
              borderRadius: 8,
              overflow: "hidden",
            }}
          >
            <div
              className={`mark-${tone}`}
              style={{
                backgroundColor: tones[tone].mark,
                height: 4,
                lineHeight: "4px",
                fontSize: "1px",
              }}
            />
            <div className="pad" style={{ padding: "28px 32px 32px" }}>
              <p
                className="quiet"
                dir="auto"
                style={{
                  ...font,
                  ...wrapped,
                  color: colors.quiet,
                  fontSize: "14px",
                  fontWeight: 600,
                  margin: "0 0 16px",
                }}
              >
                {sender}
              </p>
              {children}
            </div>
          </Container>
          <Container width={WIDTH} style={{ width: "100%", maxWidth: WIDTH }}>
            <div className="pad" style={{ padding: "20px 32px" }}>
              {footer}
            </div>
          </Container>
        </div>
      </body>
    </html>
  );
}

export function EmailTitle({ children }: { children: string }) {
  return (
    <h1
      className="text"
      dir="auto"
      style={{
        ...font,
        ...wrapped,
        fontSize: "22px",
        lineHeight: "30px",
        fontWeight: 700,
        margin: "0 0 8px",
      }}
    >
      {children}
    </h1>
  );
}

export function SectionTitle({ children }: { children: string }) {
  return (
    <h2
      className="text"
      style={{
        ...font,
        fontSize: "14px",
        lineHeight: "20px",
        fontWeight: 700,
        margin: "28px 0 8px",
      }}
    >
      {children}
    </h2>
  );
}

export function StatusBadge({ tone, children }: { tone: EmailTone; children: string }) {
  return (
    <p style={{ margin: "0 0 10px", lineHeight: "24px" }}>
      <span
        className={`ink-${tone} tint-${tone}`}
        style={{
          ...font,
          backgroundColor: tones[tone].tint,
          color: tones[tone].ink,
          borderRadius: 12,
          padding: "3px 11px",
          fontSize: "13px",
          lineHeight: "18px",
          fontWeight: 600,
        }}
      >
        {children}
      </span>
    </p>
  );
}

export function Paragraph({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  return (
    <p
      className={quiet ? "quiet" : "text"}
      style={{
        ...font,
        ...wrapped,
        margin: "0 0 12px",
        ...(quiet && { color: colors.quiet, fontSize: "14px", lineHeight: "21px" }),
      }}
    >
      {children}
    </p>
  );
}

/** Plain text of a user. Empty lines separate paragraphs; each sets its own text direction. */
export function UserText({ children, quiet = false }: { children: string; quiet?: boolean }) {
  const paragraphs = children
    .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return (
    <div
      className={quiet ? "quiet" : "text"}
      style={{
        ...font,
        ...wrapped,
        ...(quiet && { color: colors.quiet, fontSize: "14px", lineHeight: "21px" }),
      }}
    >
      {paragraphs.map((paragraph, index) => (
        <p key={index} dir="auto" style={{ margin: "0 0 12px" }}>
          {paragraph.split(/\r\n?|\n/).map((line, number) => (
            <Fragment key={number}>
              {number > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
}

/** A list of names and values, one per line. */
export function FactList({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <Section style={{ margin: "4px 0 16px" }}>
      <p
        className="quiet"
        style={{
          ...font,
          ...wrapped,
          color: colors.quiet,
          fontSize: "14px",
          lineHeight: "22px",
          margin: 0,
        }}
      >
        {facts.map(([name, value], index) => (
          <Fragment key={name}>
            {index > 0 && <br />}
            {`${name}: `}
            <bdi className="text" style={{ color: colors.text }}>
              {value}
            </bdi>
          </Fragment>
        ))}
      </p>
    </Section>
  );
}

export function ActionButton({ href, children }: { href: string; children: string }) {
  return (
    <div style={{ margin: "24px 0 4px" }}>
      <Button
        href={href}
        className="button"
        style={{
          ...font,
          backgroundColor: colors.button,
          color: colors.buttonText,
          borderRadius: 6,
          padding: "12px 20px",
          fontSize: "15px",
          fontWeight: 600,
        }}
      >
        {children}
      </Button>
    </div>
  );
}

/** The URL of a button, for email programs that show no buttons. Left out of the plain text. */
export function FallbackLink({ href }: { href: string }) {
  return (
    <p
      data-skip-in-text="true"
      className="quiet"
      style={{
        ...font,
        ...wrapped,
        color: colors.quiet,
        fontSize: "13px",
        lineHeight: "20px",
        margin: "16px 0 0",
      }}
    >
      {"If the button doesn’t work, open this URL: "}
      <EmailLink href={href}>{href}</EmailLink>
    </p>
  );
}

export function EmailLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="quiet" style={{ color: colors.quiet, textDecoration: "underline" }}>
      {children}
    </a>
  );
}

export function FooterLine({ children }: { children: ReactNode }) {
  return (
    <p
      className="quiet"
      style={{
        ...font,
        ...wrapped,
        color: colors.quiet,
        fontSize: "13px",
        lineHeight: "20px",
        margin: "0 0 8px",
        textAlign: "center",
      }}
    >
      {children}
    </p>
  );
}
