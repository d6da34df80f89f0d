export interface Part {
  readonly name: string;
  readonly work: () => Promise<void>;
}

export interface PartsOutcome {
  readonly rows: ReadonlyArray<{ readonly name: string; readonly took: string; readonly result: string }>;
  readonly failures: readonly string[];
}

export function runParts(
  parts: readonly Part[],
  options?: { readonly sideBySide?: number },
): Promise<PartsOutcome>;
