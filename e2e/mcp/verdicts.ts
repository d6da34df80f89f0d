/** The result of one scenario or call. */
export interface Verdict {
  readonly part: string;
  readonly name: string;
  readonly result: "passed" | "failed" | "expected";
  /** Why it failed, or why its failure is expected. */
  readonly note: string | null;
}

/** Prints each verdict and collects them for the summary. */
export class Verdicts {
  private readonly all: Verdict[] = [];

  note(verdict: Verdict): void {
    this.all.push(verdict);
    const mark = { passed: "passed  ", failed: "FAILED  ", expected: "expected" }[verdict.result];
    console.log(
      `${mark}  ${verdict.part}: ${verdict.name}${verdict.note === null ? "" : ` (${verdict.note})`}`,
    );
  }

  /** Counts by part; `ok` if at least one passed and none failed unexpectedly. */
  sum(): { ok: boolean; passed: number; failed: number; expected: number; parts: Record<string, number[]> } {
    const count = (result: Verdict["result"], of = this.all) =>
      of.filter((each) => each.result === result).length;
    const names = [...new Set(this.all.map(({ part }) => part))];
    const parts = Object.fromEntries(
      names.map((name) => {
        const of = this.all.filter(({ part }) => part === name);
        return [name, [count("passed", of), count("failed", of), count("expected", of)]];
      }),
    );
    const failed = count("failed");
    const passed = count("passed");
    return { ok: failed === 0 && passed > 0, passed, failed, expected: count("expected"), parts };
  }
}
