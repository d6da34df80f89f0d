/** Weights by a distance or a length, ascending; the last one counts for all beyond. */
export type Steps = readonly (readonly [below: number, weight: number])[];

/** Returns the weight of the first step whose bound a value is below, else that of the last. */
export const weightAt = (value: number, steps: Steps): number =>
  (steps.find(([below]) => value < below) ?? steps.at(-1))?.[1] ?? 0;
