import type { ApiProcess } from "@/e2e/faults/api-process";
import type { Mails } from "./mails";
import type { Dependency } from "./surroundings";

/** Begins to follow what an outage has held up; returns whether all of it is done. */
export type Recovery = () => () => Promise<boolean>;

/** Without a mail server mails wait; otherwise prices do, as far as they were approved before it came back. */
export const recoveryOf = (name: Dependency, office: ApiProcess, mails: Mails): Recovery =>
  name === "smtp" ? () => mailsSince(mails) : () => pricesSince(office, Date.now());

function mailsSince(mails: Mails): () => Promise<boolean> {
  const waiting = mails.missing();
  return async () => {
    const still = new Set(mails.missing());
    return waiting.every((email) => !still.has(email));
  };
}

const pricesSince = (office: ApiProcess, untilMs: number) => async (): Promise<boolean> => {
  const [row] = await office.sql<{ n: bigint }>(
    "SELECT count(*) AS n FROM write_backs WHERE finished_at IS NULL AND created_at < to_timestamp($1)",
    [untilMs / 1_000],
  );
  return row?.n === 0n;
};
