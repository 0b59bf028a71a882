import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { RouteLink } from "@/components/ui/route-link";

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
        <RouteLink href="/docs#webhooks" target="_blank">
          How to verify requests
        </RouteLink>
      </p>
      <CopyField label="Signing secret" value={secret} />
      {children}
      <Button onClick={onDone} className="justify-self-end">
        I’ve copied it
      </Button>
    </div>
  );
}
