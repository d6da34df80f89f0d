import { EnvError, readEnv } from "@/server/boot/env";
import { DomainError } from "@/server/domain/errors";
import type { Log } from "@/server/usecases/services";
import { carryOut } from "./carry-out";
import { UsageError } from "./command";
import { helpText } from "./commands";

const MAX_ISSUES = 5;

// Standard output carries nothing but the command's answer; log lines go to standard error.
const logLine =
  (level: string) =>
  (fields: object, message: string): void => {
    process.stderr.write(`${level}: ${message} ${JSON.stringify(fields)}\n`);
  };
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: logLine("warning"),
  error: logLine("error"),
};

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
    const response = await carryOut(args, readEnv, log);
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
