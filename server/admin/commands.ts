import { audit } from "./audit";
import { filtersHelp } from "./batch-filter";
import { batches } from "./batches";
import { type Command, UsageError } from "./command";
import { files } from "./files";
import { freezes } from "./freezes";
import { oauthClients } from "./oauth-clients";
import { people } from "./people";
import { plans } from "./plans";
import { policies } from "./policies";
import { rehearsals } from "./rehearsals";
import { runs } from "./runs";
import { schedules } from "./schedules";
import { storesHelp } from "./store-settings";
import { stores } from "./stores";
import { support } from "./support";
import { tokens } from "./tokens";
import { why } from "./why";
import { workspaces } from "./workspaces";

/** The index of the operator's command line. */
export const COMMANDS: readonly Command[] = [
  ...people,
  ...workspaces,
  ...plans,
  ...support,
  ...tokens,
  ...stores,
  ...rehearsals,
  ...files,
  ...policies,
  ...runs,
  ...batches,
  ...freezes,
  ...schedules,
  ...oauthClients,
  ...audit,
  ...why,
];

/**
 * Returns the command that the arguments begin with, and the remaining arguments.
 * @throws UsageError that points to --help when there is none
 */
export function commandFor(args: readonly string[]): { found: Command; rest: readonly string[] } {
  for (const found of COMMANDS) {
    const name = found.name.split(" ");
    if (name.every((word, i) => args[i] === word)) return { found, rest: args.slice(name.length) };
  }
  const end = args.findIndex((word) => word.startsWith("-"));
  const named = args.slice(0, end < 0 ? 2 : end).join(" ");
  throw new UsageError(
    named === ""
      ? "Say which command; --help lists them."
      : `There is no command "${named}"; --help lists them.`,
  );
}

/** Returns the text of `--help`. */
export function helpText(): string {
  const rows = COMMANDS.map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    "npm run -s admin -- <command>",
    "",
    ...rows,
    "",
    ...storesHelp(),
    "",
    ...filtersHelp(),
    "",
    "The last line of standard output is the command's answer, one JSON object.",
  ].join("\n");
}
