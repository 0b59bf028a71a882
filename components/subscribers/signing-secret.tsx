import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { TextLink } from "@/components/ui/text-link";

type Props = {
  secret: string;
  children?: React.ReactNode;
  onDone: () => void;
};

export function SigningSecret({ secret, children, onDone }: Props) {
  return (
    <div className="grid gap-4">
      <p>
        Use this secret to verify that requests come from Candor. Copy it now: you won’t be able to
        see it again.{" "}
        <TextLink href="/docs#webhooks" target="_blank">
          How to verify requests
        </TextLink>
      </p>
      <CopyField label="Signing secret" value={secret} />
      {children}
      <Button onClick={onDone} className="justify-self-end">
        I’ve copied it
      </Button>
    </div>
  );
}
