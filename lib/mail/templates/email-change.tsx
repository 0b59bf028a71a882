import { emailChangeLink } from "@/lib/links";
import type { Draft } from "../render";
import { Action, FooterLine, Frame, Line, PlainLink, Title } from "./layout";
import { timeWords } from "./times";

export type EmailChangeMail = {
  /** Of the account. */
  name: string;
  /** The address that the account has so far. */
  email: string;
  token: string;
  /** ISO 8601. */
  expires_at: string;
};

/** Carries the link under which an account takes the address that this is sent to. */
export function emailChangeMail({ name, email, token, expires_at }: EmailChangeMail): Draft {
  const subject = "Confirm your new email address";
  const link = emailChangeLink(token);
  const body = (
    <Frame
      title={subject}
      preview="You asked to use this address for your account."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Nobody of Candor ever asks for your password.</FooterLine>}
    >
      <Title>{subject}</Title>
      <Line>
        {"Hello "}
        <bdi>{name}</bdi>
        {", this address was entered for the account that so far has "}
        <bdi>{email}</bdi>
        {". Once it is confirmed, it is the one to sign in with."}
      </Line>
      <Action href={link}>Use this address</Action>
      <PlainLink href={link} />
      <div style={{ height: 16 }} />
      <Line quiet>{`The link works once, until ${timeWords(expires_at)}.`}</Line>
      <Line quiet>If it was not you, do nothing: the account keeps the address that it has.</Line>
    </Frame>
  );
  return { subject, body };
}
