import { z } from "zod";
import type { RowOutcome } from "@/server/usecases/act-on-each";

/** The most rows of one request that changes several. */
const MAX_ROWS = 100;

/** The ids of the rows of a request that changes several of them. */
export const SeveralIds = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(MAX_ROWS)
  .meta({ description: "Up to 100 ids." });

/** The response to a change of several rows: counts, and what became of each. */
export const SeveralResponse = z
  .object({
    ok: z.literal(true),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    rows: z.array(
      z.object({
        id: z.string(),
        outcome: z.enum(["changed", "unchanged", "refused"]),
        reason: z.string().optional().meta({ description: "Why it is refused." }),
      }),
    ),
  })
  .meta({ id: "SeveralOutcome" });

/** Builds the response to a change of several rows. */
export function presentSeveral(rows: readonly RowOutcome[]): z.input<typeof SeveralResponse> {
  const count = (asked: RowOutcome["outcome"]) => rows.filter(({ outcome }) => outcome === asked).length;
  return {
    ok: true,
    changed: count("changed"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    rows: [...rows],
  };
}

/** Example response for one changed row, for the OpenAPI document. */
export const exampleSeveral = (id: string) =>
  ({ ok: true, changed: 1, unchanged: 0, refused: 0, rows: [{ id, outcome: "changed" }] }) as const;
