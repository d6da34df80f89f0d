import { LOG_EVENTS, LOG_FIELDS, type LogEvent } from "./events";

/** Returns docs/log.md. */
export function logDocument(): string {
  const events = Object.entries<LogEvent>(LOG_EVENTS).flatMap(([name, { when, levels, fields }]) => [
    `## \`${name}\``,
    "",
    [when, ...(levels === undefined ? [] : [`Level ${levels}`])].join(" "),
    "",
    `Fields: ${fields.map((field) => `\`${field}\``).join(", ")}.`,
    "",
  ]);
  return [
    "# Lines of the log",
    "",
    "Generated from `server/domain/log/events.ts` by `npm run docs`.",
    "",
    "Each line is one JSON object with `level`, `time` (UTC) and `msg`. The lines below have the `msg` of their heading and the level `info` unless another is named; what needs a person is `warn` or `error`. A field without a value is left out. No field holds a price, a secret, a full e-mail address, or a text that a store or a site wrote.",
    "",
    ...events,
    "## Fields",
    "",
    "| field | meaning |",
    "|---|---|",
    ...Object.entries(LOG_FIELDS).map(([field, meaning]) => `| \`${field}\` | ${meaning} |`),
    "",
  ].join("\n");
}
