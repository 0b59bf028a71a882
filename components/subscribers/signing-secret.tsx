import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { TextLink } from "@/components/ui/text-link";

type Props = { secret: string; /** What is to be known besides. */ children?: React.ReactNode; onDone: () => void };

/** A webhook's signing secret, which is told this once. */
export function SigningSecret({ secret, children, onDone }: Props) {
  return (
    <div className="grid gap-4">
      <p>
        This secret signs each request, so that the receiver knows that it comes from here. Copy it now: it is not shown again.{" "}
        <TextLink href="/docs#webhooks" target="_blank">
          How to verify
        </TextLink>
      </p>
      <CopyField label="Signing secret" value={secret} />
      {children}
      <Button onClick={onDone} className="justify-self-end">
        I have copied it
      </Button>
    </div>
  );
}
