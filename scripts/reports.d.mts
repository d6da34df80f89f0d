export interface Result {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly reds: readonly string[];
}

export function vitestResult(report: object, root: string): Result;
export function playwrightResult(report: object): Result;
