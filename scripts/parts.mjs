import { duration, StepError } from "./step.mjs";

/**
 * Runs parts one after the other, all of them: one that fails keeps no other from running.
 * @param {ReadonlyArray<{ name: string, work: () => Promise<void> }>} parts
 * @returns {Promise<{ rows: ReadonlyArray<{ name: string, took: string, result: string }>, failures: readonly string[] }>}
 * a row for each part, and what went wrong, one text for each part that failed
 */
export async function runParts(parts) {
  const [rows, failures] = [[], []];
  for (const { name, work } of parts) {
    const start = performance.now();
    let result = "ok";
    try {
      await work();
    } catch (error) {
      result = "failed";
      const reason = error instanceof StepError ? error.message : error.stack;
      failures.push(`The part "${name}" failed: ${reason}`);
    }
    rows.push({ name, took: duration(performance.now() - start), result });
  }
  return { rows, failures };
}
