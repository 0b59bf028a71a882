import { type Check, checkInstallation } from "@/lib/administration/checks";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { requireDatabaseFile } from "./commands";
import { printResult } from "./output";

/** Prints each check and how to fix it, or JSON. Sets the exit code to 1 if any check fails. */
export async function printChecks({ json = false }: { json?: boolean }): Promise<void> {
  const connect = async () => {
    requireDatabaseFile();
    await openDatabase();
  };
  const checks = await checkInstallation(new Date(), connect).finally(closeDatabase);
  const isFailed = checks.some(({ status }) => status === "fail");
  printResult(
    json,
    { status: isFailed ? "fail" : "ok", checks },
    checks.map(formatCheck).join("\n"),
  );
  if (isFailed) process.exitCode = 1;
}

const formatCheck = ({ name, status, message, fix }: Check): string =>
  [`${status.padEnd(4)}  ${name}: ${message}`, fix && `      ${fix}`].filter(Boolean).join("\n");
