import { z } from "zod";

const Observed = z.object({
  observations: z.array(z.object({ used: z.boolean(), observed_at: z.string() })),
});

/**
 * Returns when the observations were recorded that a price is based on, in milliseconds since 1970.
 * @param evidence the engine's evidence as stored JSON text
 */
export function usedAtOf(evidence: string): number[] {
  const { observations } = Observed.parse(JSON.parse(evidence));
  return observations.filter(({ used }) => used).map((each) => Date.parse(each.observed_at));
}
