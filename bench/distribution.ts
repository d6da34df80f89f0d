/** Returns the value below which that share of the values lies; NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

/** Prints the distribution of durations in milliseconds. */
export function printDistribution(name: string, values: readonly number[]): void {
  const at = [0.5, 0.9, 0.95, 0.99, 1].map(
    (share) => `p${share * 100} ${percentile(values, share).toFixed(1)}`,
  );
  console.log(`${name}: ${values.length} times, ms: ${at.join(", ")}`);
}
