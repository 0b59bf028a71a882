import { passwordResetLink } from "@/lib/links";
import type { Draft } from "../render";
import { Action, FooterLine, Frame, Line, PlainLink, Title } from "./layout";
import { timeWords } from "./times";

export type PasswordResetMail = {
  /** Of the account. */
  name: string;
  token: string;
  /** ISO 8601. */
  expires_at: string;
};

/** Carries the link under which a new password is set. */
export function passwordResetMail({ name, token, expires_at }: PasswordResetMail): Draft {
  const subject = "Set a new password";
  const link = passwordResetLink(token);
  const body = (
    <Frame
      title={subject}
      preview="You asked for a new password."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Nobody of Candor ever asks for your password.</FooterLine>}
    >
      <Title>{subject}</Title>
      <Line>
        {"Hello "}
        <bdi>{name}</bdi>
        {", a new password was asked for your account."}
      </Line>
      <Action href={link}>Set a new password</Action>
      <PlainLink href={link} />
      <div style={{ height: 16 }} />
      <Line quiet>{`The link works once, until ${timeWords(expires_at)}. All sessions of your account end when the new password is set.`}</Line>
      <Line quiet>If it was not you, do nothing: your password stays as it is.</Line>
    </Frame>
  );
  return { subject, body };
}
