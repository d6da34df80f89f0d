/** What became of one thing that was tried. */
export interface Verdict {
  readonly part: string;
  readonly name: string;
  readonly result: "passed" | "failed" | "expected";
  /** Why it failed, or why its failure is expected. */
  readonly note: string | null;
}

/** Says each verdict as it comes and keeps them for the sum. */
export class Verdicts {
  private readonly all: Verdict[] = [];

  note(verdict: Verdict): void {
    this.all.push(verdict);
    const mark = { passed: "passed  ", failed: "FAILED  ", expected: "expected" }[verdict.result];
    console.log(
      `${mark}  ${verdict.part}: ${verdict.name}${verdict.note === null ? "" : ` (${verdict.note})`}`,
    );
  }

  /** Figures by part, and whether nothing failed that was not expected to. */
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
