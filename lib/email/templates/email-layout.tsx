import { type NamedComponent, listNameParts } from "@/lib/components/rules";
import { Button } from "@react-email/button";
import { Preview } from "@react-email/preview";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import { getTextColor } from "@/lib/contrast";
import type { EmailOrganization } from "../email-organization";
import { splitPhrase } from "@/lib/public/page/page-texts";
import type { EmailTexts } from "../email-texts";
import { truncate } from "../headers";
import { colors, font, stylesheet, textStyle, type Tone, tones } from "./email-theme";

const WIDTH = 600;
const PREVIEW_LENGTH = 120;

const quietStyle = { ...textStyle, color: colors.quiet };
const smallStyle = { ...quietStyle, fontSize: "13px", lineHeight: "20px" };

type EmailLayoutProps = {
  texts: EmailTexts;
  subject: string;
  /** Text that email clients show after the subject in the inbox. */
  preview: string;
  organization: EmailOrganization | undefined;
  title: ReactNode;
  status?: { tone: Tone; label: string; sentence: string };
  children: ReactNode;
  footer: ReactNode;
};

export function EmailLayout(props: EmailLayoutProps) {
  const { texts, subject, preview, organization, title, status } = props;
  return (
    <html lang={texts.tag} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: stylesheet }} />
      </head>
      <body className="page" style={{ backgroundColor: colors.page, margin: 0, padding: 0 }}>
        <Preview>{truncate(preview, PREVIEW_LENGTH)}</Preview>
        {/* Repeats the body's style, because some email clients remove the body element. */}
        <div className="page frame" style={{ backgroundColor: colors.page, padding: "24px 12px" }}>
          <Rows
            className="sheet line"
            style={{
              backgroundColor: colors.sheet,
              border: `1px solid ${colors.line}`,
              borderRadius: 8,
              overflow: "hidden",
            }}
          >
            <Header organization={organization} />
            {status && <StatusBanner title={title} {...status} />}
            <Row style={{ padding: "24px 32px 32px" }}>
              {status === undefined && <Title className="text">{title}</Title>}
              {props.children}
            </Row>
          </Rows>
          <Rows>
            <Row style={{ padding: "20px 32px", textAlign: "center" }}>{props.footer}</Row>
          </Rows>
        </div>
      </body>
    </html>
  );
}

/** Lays out rows in a table, because Outlook ignores the padding of other elements. */
const Rows = ({ children, style, ...props }: ComponentProps<"table">) => (
  <table
    role="presentation"
    align="center"
    width={WIDTH}
    cellPadding={0}
    cellSpacing={0}
    {...props}
    style={{ width: "100%", maxWidth: WIDTH, borderCollapse: "separate", ...style }}
  >
    <tbody>{children}</tbody>
  </table>
);

const Row = ({ children, className = "", ...props }: ComponentProps<"td">) => (
  <tr>
    <td className={`pad ${className}`} {...props}>
      {children}
    </td>
  </tr>
);

function Header({ organization }: Pick<EmailLayoutProps, "organization">) {
  const { headerColor = null, logos } = organization ?? {};
  const color = headerColor === null ? colors.text : getTextColor(headerColor);
  const dark = logos?.logo_dark;
  const light = color === "#ffffff" ? (dark ?? logos?.logo) : (logos?.logo ?? dark);
  const hasBoth = headerColor === null && dark !== undefined && dark !== light;
  return (
    <Row
      style={{
        padding: "16px 32px",
        ...(headerColor !== null && { backgroundColor: headerColor }),
      }}
    >
      <p
        className={headerColor === null ? "text" : ""}
        dir="auto"
        style={{ ...textStyle, color, fontWeight: 600, lineHeight: "32px", margin: 0 }}
      >
        {light !== undefined && <Logo url={light} className={hasBoth ? "light" : ""} />}
        {hasBoth && <Logo url={dark} className="dark" display="none" />}
        {organization?.name ?? "Candor"}
      </p>
    </Row>
  );
}

type LogoProps = { url: string; className: string; display?: string };

const Logo = ({ url, className, display = "inline-block" }: LogoProps) => (
  // oxlint-disable-next-line nextjs/no-img-element -- emails can't use next/image
  <img
    src={url}
    alt=""
    height={32}
    className={className}
    style={{
      display,
      width: "auto",
      height: 32,
      maxWidth: 160,
      objectFit: "contain",
      marginRight: 12,
      verticalAlign: "top",
    }}
  />
);

type ComponentNameProps = { names: NamedComponent; format?: (name: string) => string };

/** Shows the title of an incident, or the group and name of a component, with `lang` attributes. */
export const ComponentName = ({ names, format = (name) => name }: ComponentNameProps) =>
  listNameParts([names]).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <bdi key={index} lang={part.lang}>
        {format(part.name)}
      </bdi>
    ),
  );

type StatusBannerProps = Pick<EmailLayoutProps, "title"> & NonNullable<EmailLayoutProps["status"]>;

function StatusBanner({ tone, label, title, sentence }: StatusBannerProps) {
  const color = getTextColor(tones[tone]);
  const text = { ...font, fontSize: "15px", lineHeight: "22px", color };
  return (
    <Row style={{ backgroundColor: tones[tone], padding: "20px 32px 22px" }}>
      <p style={{ ...text, fontWeight: 600, margin: "0 0 6px" }}>
        <StatusIcon tone={tone} color={color} />
        {label}
      </p>
      <Title style={{ color }}>{title}</Title>
      <p style={{ ...text, margin: 0 }}>{sentence}</p>
    </Row>
  );
}

const statusIcons: Record<Tone, string> = {
  none: "…",
  minor: "!",
  major: "–",
  critical: "×",
  maintenance: "i",
  resolved: "✓",
};

/** Shows the status as a character too, so that it does not depend on color alone. */
const StatusIcon = ({ tone, color }: { tone: Tone; color: string }) => (
  <span
    aria-hidden
    data-skip-in-text="true"
    style={{
      display: "inline-block",
      width: 20,
      marginRight: 8,
      borderRadius: 10,
      backgroundColor: color,
      color: tones[tone],
      fontWeight: 700,
      lineHeight: "20px",
      textAlign: "center",
    }}
  >
    {statusIcons[tone]}
  </span>
);

const Title = ({ children, style, ...props }: ComponentProps<"h1">) => (
  <h1
    dir="auto"
    style={{
      ...textStyle,
      fontSize: "24px",
      lineHeight: "30px",
      fontWeight: 700,
      margin: "0 0 8px",
      ...style,
    }}
    {...props}
  >
    {children}
  </h1>
);

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

type ParagraphProps = { children: ReactNode; isQuiet?: boolean; isClose?: boolean };

/** `isClose` reduces the space before the next paragraph. */
export function Paragraph({ children, isQuiet = false, isClose = false }: ParagraphProps) {
  return (
    <p
      className={isQuiet ? "quiet" : "text"}
      style={{
        ...textStyle,
        margin: isClose ? "0 0 4px" : "0 0 12px",
        ...(isQuiet && { color: colors.quiet, fontSize: "14px", lineHeight: "21px" }),
      }}
    >
      {children}
    </p>
  );
}

type FilledProps = { phrase: string; values: Record<string, ReactNode> };

/**
 * Fills a phrase with values. They are isolated, so that they don't affect the text direction
 * around them.
 */
export const FilledPhrase = ({ phrase, values }: FilledProps) =>
  splitPhrase(phrase).map(({ text, place }, index) =>
    place === undefined ? text : <bdi key={index}>{values[place]}</bdi>,
  );

export type Fact = [name: string | null, value: string];

export function FactList({ texts, facts }: { texts: EmailTexts; facts: Fact[] }) {
  return (
    <p
      className="quiet"
      style={{ ...quietStyle, fontSize: "14px", lineHeight: "22px", margin: "0 0 16px" }}
    >
      {facts.map(([name, value], index) => (
        <Fragment key={name}>
          {index > 0 && <br />}
          {name !== null && name + texts.colon}
          <bdi className="text" style={{ color: colors.text }}>
            {value}
          </bdi>
        </Fragment>
      ))}
    </p>
  );
}

type ActionButtonProps = { href: string; color?: string | null | undefined; children: string };

export function ActionButton({ href, color, children }: ActionButtonProps) {
  const background = color ?? colors.accent;
  return (
    <div style={{ margin: "24px 0 4px" }}>
      <Button
        href={href}
        className={color == null ? "line button" : "line"}
        style={{
          ...font,
          backgroundColor: background,
          color: getTextColor(background),
          border: `1px solid ${colors.line}`,
          borderRadius: 6,
          padding: "11px 18px",
          fontSize: "15px",
          fontWeight: 600,
        }}
      >
        {children}
      </Button>
    </div>
  );
}

/** Shows the URL of a button, for email clients that show no buttons. The plain text omits it. */
export function FallbackLink({ texts, href }: { texts: EmailTexts; href: string }) {
  return (
    <p data-skip-in-text="true" className="quiet" style={{ ...smallStyle, margin: "16px 0 0" }}>
      <FilledPhrase
        phrase={texts.buttonUrl}
        values={{ url: <EmailLink href={href}>{href}</EmailLink> }}
      />
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

type FooterLineProps = { children: ReactNode; isInline?: boolean };

/** `isInline` puts the line next to other inline lines. */
export function FooterLine({ children, isInline = false }: FooterLineProps) {
  return (
    <p
      className="quiet"
      style={{
        ...smallStyle,
        margin: "0 8px 8px",
        ...(isInline && { display: "inline-block" }),
      }}
    >
      {children}
    </p>
  );
}
