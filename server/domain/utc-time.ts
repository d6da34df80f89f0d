import { z } from "zod";

const REASON = "Send an ISO 8601 time in UTC, such as 2026-11-02T09:30:00Z.";
const TIME = z.iso.datetime({ offset: true });
const IN_UTC = new RegExp(z.regexes.datetime({}).source.replace("(?:Z)", "(?:Z|\\+00:00)"));

/** An earlier time of a price is the sender's mistake: there were hardly any web shops. Milliseconds since 1970. */
export const FIRST_WEB_SHOPS_MS = Date.UTC(2000, 0, 1);

/**
 * A moment in UTC, as ISO 8601 with `Z` or, as many programs write it, `+00:00`; returned with `Z`. A time of another
 * offset is refused with the same moment in UTC.
 */
export const UtcTime = z
  .string(REASON)
  .regex(IN_UTC, { error: ({ input }) => reasonOf(String(input)) })
  .overwrite((text) => text.replace(/\+00:00$/, "Z"))
  .meta({ format: "date-time" });

function reasonOf(text: string): string {
  if (!TIME.safeParse(text).success) return REASON;
  const inUtc = new Date(text).toISOString().replace(".000Z", "Z");
  return `This time is ${text.slice(-6)} of UTC. Send it in UTC: ${inUtc}.`;
}
