import { setTimeout as pause } from "node:timers/promises";
import type { ApiProcess } from "@/e2e/faults/api-process";
import type { startMailServer } from "@/server/testing/mail-server";

/** People who ask for a mail, one after the other. */
export interface Mails {
  /** Addresses whose request was answered with 200. */
  readonly asked: ReadonlySet<string>;
  /** Those of them to which none came yet. */
  readonly missing: () => readonly string[];
  /** Addresses to which more than one came. */
  readonly doubled: () => readonly string[];
  readonly ended: Promise<void>;
}

const EVERY_MS = 3_000;

/** Lets a new person ask for a mail every three seconds until the signal aborts. */
export function askForMails(
  office: ApiProcess,
  origin: string,
  { taken }: Pick<Awaited<ReturnType<typeof startMailServer>>, "taken">,
  signal: AbortSignal,
): Mails {
  const asked = new Set<string>();
  const countOf = (email: string) => taken.filter((mail) => mail.includes(`\nTo: ${email}\n`)).length;
  return {
    asked,
    missing: () => [...asked].filter((email) => countOf(email) === 0),
    doubled: () => [...asked].filter((email) => countOf(email) > 1),
    ended: asking(office, origin, asked, signal),
  };
}

async function asking(
  office: ApiProcess,
  origin: string,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  for (let n = 1; !signal.aborted; n += 1) {
    const email = `reader${n}@shop.example`;
    // While the database is gone nobody can be added.
    const person = await office.arrange.person({ email }).catch(() => null);
    if (person === null) {
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
      continue;
    }
    const response = await fetch(`${origin}/api/trpc/account.requestReset`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ email }),
    }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) asked.add(email);
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
