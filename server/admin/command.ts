import { parseArgs } from "node:util";
import type { Services } from "@/server/usecases/services";

/** The services and the working directory that every command receives. */
export interface CommandContext {
  readonly services: Services;
  /** The directory that relative file names on the command line start from. */
  readonly folder: string;
  /** Standard input, for options that read it; the process's own unless given. */
  readonly input?: NodeJS.ReadableStream;
  /** Prints a line for people, before the answer; without it only the answer is given. */
  readonly print?: (line: string) => void;
}

/** An invalid command line; `message` names the problem. */
export class UsageError extends Error {}

interface Option {
  readonly kind: "text" | "texts" | "flag" | "argument";
  readonly required: boolean;
  readonly hint: string;
}

export const required = (hint: string) => ({ kind: "text", required: true, hint }) as const;
export const optional = (hint: string) => ({ kind: "text", required: false, hint }) as const;
/** A required word without a name, after the command's own words. */
export const argument = (hint: string) => ({ kind: "argument", required: true, hint }) as const;
/** An option that may be given several times. */
export const repeated = (hint: string) => ({ kind: "texts", required: false, hint }) as const;
export const flag = { kind: "flag", required: false, hint: "" } as const;

type Value<O extends Option> = O["kind"] extends "flag"
  ? boolean
  : O["kind"] extends "texts"
    ? readonly string[]
    : O["required"] extends true
      ? string
      : string | undefined;
type Values<O extends Readonly<Record<string, Option>>> = { readonly [K in keyof O]: Value<O[K]> };

/** One command of the operator's command line. */
export interface Command {
  /** The words that call it, such as "user create". */
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /**
   * Returns whether it calls stores with these arguments after the name, and needs the sandbox store running.
   * @throws UsageError
   */
  reachesStores(args: readonly string[]): boolean;
  /**
   * Parses the arguments after the name, before anything is started.
   * @returns the work, which resolves to the last line of standard output
   * @throws UsageError
   */
  read(args: readonly string[]): (context: CommandContext) => Promise<object>;
}

/**
 * Declares a command: its name, a one-line summary, and its options in the order of the help text.
 * @param reachesStores whether it calls stores, or with which of its options
 */
export function command<const O extends Readonly<Record<string, Option>>>(
  name: string,
  summary: string,
  options: O,
  work: (context: CommandContext, values: Values<O>) => Promise<object>,
  { reachesStores = false }: { reachesStores?: boolean | ((values: Values<O>) => boolean) } = {},
): Command {
  const usage = [name, ...Object.entries(options).map(usageOf)].join(" ");
  return {
    name,
    summary,
    usage,
    reachesStores: (args) =>
      typeof reachesStores === "boolean" ? reachesStores : reachesStores(readValues(options, args, usage)),
    read: (args) => {
      const values = readValues(options, args, usage);
      return (context) => work(context, values);
    },
  };
}

function usageOf([name, { kind, required: needed, hint }]: [string, Option]): string {
  if (kind === "argument") return hint;
  const text = kind === "flag" ? `--${name}` : `--${name} ${hint}`;
  if (kind === "texts") return `[${text}]…`;
  return needed ? text : `[${text}]`;
}

function readValues<O extends Readonly<Record<string, Option>>>(
  options: O,
  args: readonly string[],
  usage: string,
): Values<O> {
  const parsed = parse(options, args, usage);
  for (const [name, { kind, hint, required: needed }] of Object.entries(options))
    if (needed && !parsed[name])
      throw new UsageError(`${kind === "argument" ? hint : `--${name}`} is missing. Usage: ${usage}`);
  const known = Object.entries(options).map(([name, { kind }]) => [
    name,
    kind === "flag" ? parsed[name] === true : (parsed[name] ?? (kind === "texts" ? [] : undefined)),
  ]);
  return Object.fromEntries(known) as Values<O>;
}

function parse(
  options: Readonly<Record<string, Option>>,
  args: readonly string[],
  usage: string,
): Record<string, unknown> {
  try {
    const named = Object.entries(options).filter(([, { kind }]) => kind !== "argument");
    const unnamed = Object.keys(options).filter((name) => options[name]?.kind === "argument");
    const kinds = named.map(([name, { kind }]) => [
      name,
      { type: kind === "flag" ? ("boolean" as const) : ("string" as const), multiple: kind === "texts" },
    ]);
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(kinds),
      strict: true,
      allowPositionals: unnamed.length > 0,
    });
    if (positionals.length > unnamed.length)
      throw new Error(`Unexpected argument '${positionals[unnamed.length]}'.`);
    return { ...values, ...Object.fromEntries(unnamed.map((name, i) => [name, positionals[i]])) };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} Usage: ${usage}`);
  }
}

/** Splits a comma-separated list from the command line; empty entries are omitted. */
export const list = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
