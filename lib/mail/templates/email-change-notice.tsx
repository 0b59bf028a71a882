import { forgotPasswordLink } from "@/lib/links";
import type { Draft } from "../render";
import { Action, FooterLine, Frame, Line, PlainLink, Title } from "./layout";

export type EmailChangeNotice = {
  /** Of the account. */
  name: string;
  /** The address that it is to have. */
  email: string;
};

/** Tells the address that an account has of the one that it is to have. */
export function emailChangeNotice({ name, email }: EmailChangeNotice): Draft {
  const subject = "Your account is to have another email address";
  const link = forgotPasswordLink();
  const body = (
    <Frame
      title={subject}
      preview="If it was not you, set a new password."
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>Nobody of Candor ever asks for your password.</FooterLine>}
    >
      <Title>{subject}</Title>
      <Line>
        {"Hello "}
        <bdi>{name}</bdi>
        {", the address of your account is to be "}
        <bdi>{email}</bdi>
        {". It changes when the link that was sent there is used."}
      </Line>
      <Line>If it was you, there is nothing to do here. If it was not, somebody knows your password: a new one ends all sessions and that link.</Line>
      <Action href={link}>Set a new password</Action>
      <PlainLink href={link} />
    </Frame>
  );
  return { subject, body };
}
