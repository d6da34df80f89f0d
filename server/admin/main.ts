import { EnvError, readEnv } from "@/server/boot/env";
import { openInstallation } from "@/server/boot/installation";
import { withStoredAddress } from "@/server/boot/installation-address";
import { openSandbox } from "@/server/boot/sandbox";
import { openServices } from "@/server/boot/services";
import { DomainError } from "@/server/domain/errors";
import type { Log } from "@/server/usecases/request-context";
import { type Command, UsageError } from "./command";
import { commandFor, helpText } from "./commands";

const MAX_ISSUES = 5;

// Standard output carries nothing but the command's answer; log lines go to standard error.
const logLine =
  (level: string) =>
  (fields: object, message: string): void => {
    process.stderr.write(`${level}: ${message} ${JSON.stringify(fields)}\n`);
  };
const log: Log = { info: () => undefined, warn: logLine("warning"), error: logLine("error") };

async function carryOut(command: Command, args: readonly string[]): Promise<object> {
  const work = command.read(args);
  const env = await withStoredAddress(readEnv());
  const installation = await openInstallation(env, process.cwd());
  try {
    const sandbox = command.reachesStores ? await openSandbox(env) : null;
    const services = { ...openServices({ env, ...installation, sandbox }), log };
    try {
      return await work({ services, folder: env.INIT_CWD ?? process.cwd() });
    } finally {
      await services.db.close();
      await sandbox?.stop();
    }
  } finally {
    await installation.stop();
  }
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof DomainError) || !error.extra.issues) return error.message;
  const issueTexts = error.extra.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path}: ${message}`);
  const more = error.extra.issues.length - issueTexts.length;
  const issueText = [...issueTexts, ...(more > 0 ? [`and ${more} more`] : [])].join(" · ");
  return error.extra.issues[0]?.message === error.message ? issueText : `${error.message} ${issueText}`;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args[0] === "help") {
    process.stdout.write(`${helpText()}\n`);
    return 0;
  }
  try {
    const { found, rest } = commandFor(args);
    const response = await carryOut(found, rest);
    process.stdout.write(`${JSON.stringify(response)}\n`);
    return "ok" in response && response.ok === false ? 1 : 0;
  } catch (error) {
    const prefix = error instanceof EnvError ? "wrong setting: " : "";
    process.stderr.write(`${prefix}${lineOf(error).replace(/\s*\n\s*/g, " ")}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const code = await main(process.argv.slice(2));
// The engine that checks the migrations leaves a timer of ten seconds behind. Exit as soon as the output is flushed,
// without waiting for that timer.
process.stdout.write("", () => process.exit(code));
