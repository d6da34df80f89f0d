/** A row of a file that may be its header. */
export interface HeaderCandidate {
  /** The row's number in the file. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What a form knows of a row, taken as the header. */
export interface KnownColumns {
  /** Whether every column is there that the form needs. */
  readonly isComplete: boolean;
  /** The number of columns that are known. */
  readonly count: number;
}

/** How many rows are searched for the header; titles, addresses and dates take less. */
export const HEADER_WITHIN = 20;

/** What a row with every needed column has before one with any number of others. */
const COMPLETE = 1_000;

/**
 * Finds the header among the first rows: the first one with all the columns that are needed and another one, else the
 * one with the needed ones or most known columns, two at least, else the first row.
 * @param rows those with anything in them
 */
export function findHeader(
  rows: readonly HeaderCandidate[],
  knownIn: (names: readonly string[]) => KnownColumns,
): HeaderCandidate | undefined {
  let best = rows[0];
  let most = 1;
  for (const row of rows.slice(0, HEADER_WITHIN)) {
    const { isComplete, count } = knownIn(row.cells);
    if (isComplete && count > 1) return row;
    const known = count + (isComplete ? COMPLETE : 0);
    if (known <= most) continue;
    best = row;
    most = known;
  }
  return best;
}
