import { useEffect, useState } from "react";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { setPasswordPrompt } from "@/lib/http/api-client";

const PasswordDialog = createLazyComponent(
  async () => (await import("./password-dialog")).PasswordDialog,
);

/** Asks for the password when an API call requires it. Concurrent calls share one prompt. */
export function PasswordPrompt({ email }: { email: string }) {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let asking: Promise<boolean> | null = null;
    setPasswordPrompt(() => {
      asking ??= new Promise<boolean>((resolve) => {
        setSettle(() => (isConfirmed: boolean) => {
          asking = null;
          setSettle(null);
          resolve(isConfirmed);
        });
      });
      return asking;
    });
    return () => setPasswordPrompt(null);
  }, []);
  return (
    <PasswordDialog
      open={settle !== null}
      email={email}
      onConfirmed={() => settle?.(true)}
      onCancel={() => settle?.(false)}
    />
  );
}
