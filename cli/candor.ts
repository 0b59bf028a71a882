#!/usr/bin/env node
import { existsSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";

const HELP = `
Examples:
  candor serve                           start the server
  candor backup candor.backup            back up while the server runs
  candor restore candor.backup           restore into an empty DATA_DIR or database
  candor doctor --json                   check the installation from a script
  candor user create ada@example.com     create an account and print its password

Exit codes:
  0  success
  1  failure, or a failed doctor check
  2  wrong usage

Run candor in the directory where it is installed. Settings are environment variables.`;

const status = new Option("--status <status>", "status to show")
  .choices(["degraded_performance", "partial_outage", "major_outage", "under_maintenance"])
  .makeOptionMandatory();

/** Defines the commands. Each command imports only the code that it needs. */
function buildProgram(version: string, isJson: boolean): Command {
  const program = new Command("candor")
    .description("Candor, a self-hosted status page.")
    .version(version)
    .exitOverride()
    .showHelpAfterError(isJson ? false : "Add --help for usage.")
    .configureOutput({ outputError: (text) => printError(text.replace(/^error: /, ""), isJson) })
    .helpCommand(false)
    .addHelpText("after", HELP);
  const add = (parent: Command, usage: string, description: string) =>
    parent.command(usage).description(description);
  const addWithJson = (parent: Command, usage: string, description: string) =>
    add(parent, usage, description).option("--json", "print the result as JSON");

  add(program, "serve", "start the server").action(async () => {
    await import("@/server");
  });
  addWithJson(program, "migrate", "apply missing migrations to the database").action(
    async (options) => (await import("./commands")).migrate(options),
  );
  addWithJson(program, "backup [file]", "write all data and secrets to one file")
    .addHelpText(
      "after",
      "\nWithout FILE, writes to BACKUP_TO and deletes old backups there. The server can keep running." +
        "\nSet BACKUP_PASSPHRASE to encrypt the file.",
    )
    .addOption(new Option("--scheduled").hideHelp())
    .action(async (file, options) => (await import("./commands")).backup(file, options));
  addWithJson(
    program,
    "restore <file>",
    "replace all data and secrets with the contents of a backup",
  )
    .option("--force", "replace a database that has content")
    .addHelpText("after", "\nStop the server first. The file is verified before anything changes.")
    .action(async (file, options) => (await import("./commands")).restore(file, options));
  addWithJson(program, "doctor", "check the installation and its settings").action(
    async (options) => (await import("./doctor")).printChecks(options),
  );
  addAccountCommands(add(program, "user", "manage accounts"), addWithJson);
  addWithJson(
    add(program, "org", "manage organizations"),
    "export <id>",
    "print an organization as JSON",
  )
    .option("-o, --output <file>", "write to a file")
    .action(async (id, options) =>
      (await import("./organization-export")).exportOrganization(id, options),
    );
  addWithJson(
    add(program, "keys", "manage secrets"),
    "rotate",
    "encrypt secrets and queued emails with a new data secret",
  )
    .addHelpText("after", "\nThe server can keep running. Takes about a minute.")
    .action(async (options) => (await import("./commands")).rotateKeys(options));
  addWithJson(program, "publish:emergency", "publish an emergency notice without the database")
    .requiredOption("--org <id>", "ID of the organization")
    .addOption(status)
    .requiredOption("--message <text>", "message to show")
    .option("--language <code>", "language of the notice", "en")
    .addHelpText("after", "\nThe next regular publication replaces the notice.")
    .action(async (options) =>
      (await import("@/app/status/publish-emergency")).publishNotice(options, new Date()),
    );
  return program;
}

function addAccountCommands(
  user: Command,
  addWithJson: (parent: Command, usage: string, description: string) => Command,
): void {
  const fromStandardInput = "read the password from standard input instead of generating one";
  addWithJson(user, "create <email>", "create an account, even while registration is closed")
    .option("--name <name>", "name of the user (default: the part of the email before the @)")
    .option("--admin", "make the user an administrator of the installation")
    .option("--password-stdin", fromStandardInput)
    .action(async (email, options) => (await import("./commands")).createAccount(email, options));
  addWithJson(user, "reset-password <email>", "set a new password and end all sessions")
    .option("--password-stdin", fromStandardInput)
    .action(async (email, options) => (await import("./commands")).resetPassword(email, options));
  addWithJson(user, "make-admin <email>", "make a user an administrator of the installation")
    .option("--remove", "remove the administrator role from a user")
    .action(async (email, options) => (await import("./commands")).makeAdmin(email, options));
}

function describeError(error: unknown): string {
  const { message, detail, extra, issues } = error as Error & {
    detail?: string;
    extra?: { errors?: { path: string; message: string }[] };
    issues?: { path: PropertyKey[]; message: string }[];
  };
  const fields =
    extra?.errors ?? issues?.map((issue) => ({ ...issue, path: issue.path.join(".") }));
  const text = fields?.map((field) => `${field.path} ${field.message}`.trim()).join("; ");
  return text ?? detail ?? message;
}

/** Prints one line on standard error. */
function printError(text: string, isJson: boolean): void {
  const message = text.trim().replace(/\s*\n\s*/g, " ");
  process.stderr.write(isJson ? `${JSON.stringify({ error: message })}\n` : `candor: ${message}\n`);
}

async function run(args: string[]): Promise<number> {
  const isJson = args.includes("--json");
  try {
    if (!existsSync("prisma/schema.prisma"))
      throw new Error("Run candor in the directory where it is installed.");
    // Log lines on standard output would mix with the results of commands.
    if (args[2] !== "serve") process.env.LOG_LEVEL = "silent";
    const { APP_VERSION } = await import("@/lib/product-version");
    await buildProgram(APP_VERSION, isJson).parseAsync(args);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { explainDatabaseError } = await import("@/lib/db/database-errors");
    printError(describeError(explainDatabaseError(error)), isJson);
    return 1;
  }
}

// A reader such as `head` may close the pipe early, which is not a failure of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
const code = await run(process.argv);
if (process.argv[2] !== "serve" || code !== 0) process.exit(code);
