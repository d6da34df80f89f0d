import { setTimeout as pause } from "node:timers/promises";

/** Ends one part of the process. @param withinMs milliseconds after which nobody waits for it any more */
type End = (withinMs: number) => Promise<unknown> | void;

/**
 * When a part is ended. `at_once`: when the process is told to stop, before others notice, and all together. `work`:
 * after the drain time, all together. `resources`, then `database`: when work has ended or its time is over, what was
 * added last first.
 */
type Stage = "at_once" | "work" | "resources" | "database";

/**
 * Until when each stage may last, in milliseconds from the end of the drain time. What one does not need is left to the
 * next: the database, which writes what it has in memory, takes longest where the disk is slow.
 */
const UNTIL_MS = { work: 3_000, resources: 3_500, database: 6_000 } as const;

/** A part that keeps to its time by itself ends a little later. */
const SLACK_MS = 100;

/** The longest time from the end of the drain time until a process has ended, in milliseconds. */
export const LONGEST_END_MS = UNTIL_MS.database + SLACK_MS;

/** The parts of a process that have to be ended. */
export interface Ending {
  add(stage: Stage, end: End): void;
  /**
   * Ends all parts, and takes at most `drainMs` and `LONGEST_END_MS`: what is not finished then is left as a killed
   * process leaves it. A failed part is reported and stops no other one.
   * @param drainMs time in which requests are still answered, in milliseconds
   * @param report.failed receives the error of each part that failed
   * @param report.worked called when the time of the work is over, with whether all of it had ended
   */
  run(
    drainMs: number,
    report: { failed(error: unknown): void; worked(finished: boolean): void },
  ): Promise<void>;
}

/** Creates an ending without parts. */
export function openEnding(): Ending {
  const parts: { readonly stage: Stage; readonly end: End }[] = [];
  const of = (stage: Stage): End[] =>
    parts
      .filter((part) => part.stage === stage)
      .map(({ end }) => end)
      .reverse();
  return {
    add: (stage, end) => void parts.push({ stage, end }),
    run: async (drainMs, { failed, worked }) => {
      const endOf = (end: End, withinMs: number): Promise<unknown> =>
        Promise.resolve(withinMs).then(end).catch(failed);
      const begun = of("at_once").map((end) => endOf(end, drainMs + UNTIL_MS.work));
      await pause(drainMs);
      const drainedMs = performance.now();
      const left = (stage: keyof typeof UNTIL_MS) => UNTIL_MS[stage] + drainedMs - performance.now();
      const work = of("work").map((end) => endOf(end, left("work")));
      worked(await within(left("work"), Promise.all([...begun, ...work])));
      for (const stage of ["resources", "database"] as const) {
        const inOrder = async (): Promise<void> => {
          for (const end of of(stage)) await endOf(end, left(stage));
        };
        await within(left(stage), inOrder());
      }
    },
  };
}

/** Returns whether the work ended in time. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(milliseconds + SLACK_MS, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
