import { duration, StepError } from "./step.mjs";

/**
 * Runs all parts: one that fails keeps no other from running.
 * @param {ReadonlyArray<{ name: string, work: () => Promise<void> }>} parts
 * @param {{ sideBySide?: number }} options how many run at a time; one after the other unless stated otherwise
 * @returns {Promise<{ rows: ReadonlyArray<{ name: string, took: string, result: string }>, failures: readonly string[]
 * }>} a row for each part in their order, and what went wrong, one text for each part that failed
 */
export async function runParts(parts, { sideBySide = 1 } = {}) {
  const [rows, failures] = [[], []];
  const waiting = [...parts.entries()];
  const runOneByOne = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, part] = next;
      const { row, failure } = await runPart(part);
      rows[place] = row;
      if (failure !== null) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, runOneByOne));
  return { rows, failures };
}

async function runPart({ name, work }) {
  const start = performance.now();
  const row = (result) => ({ name, took: duration(performance.now() - start), result });
  try {
    await work();
    return { row: row("ok"), failure: null };
  } catch (error) {
    const reason = error instanceof StepError ? error.message : error.stack;
    return { row: row("failed"), failure: `The part "${name}" failed: ${reason}` };
  }
}
