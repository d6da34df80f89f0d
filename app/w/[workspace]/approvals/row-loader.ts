/** Loads rows by their ids, those that are asked for at the same moment in one request. */
export interface RowLoader<Row> {
  /** Rejects if the row does not exist or cannot be read. */
  load(id: string): Promise<Row>;
}

interface Asked<Row> {
  readonly id: string;
  readonly resolve: (row: Row) => void;
  readonly reject: (reason: unknown) => void;
}

/** @param read reads up to `most` rows, in any order and without those that do not exist */
export function createRowLoader<Row extends { readonly id: string }>(
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
  most: number,
): RowLoader<Row> {
  let asked: Asked<Row>[] = [];

  async function answer(part: readonly Asked<Row>[]): Promise<void> {
    try {
      const rows = new Map((await read(part.map(({ id }) => id))).map((row) => [row.id, row]));
      for (const { id, resolve, reject } of part) {
        const row = rows.get(id);
        if (row) resolve(row);
        else reject(new Error(`there is no row ${id}`));
      }
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }

  function send(): void {
    const all = asked;
    asked = [];
    for (let first = 0; first < all.length; first += most) void answer(all.slice(first, first + most));
  }

  return {
    load: (id) =>
      new Promise((resolve, reject) => {
        // Requests of one render are collected until the code that is running has ended.
        if (asked.length === 0) queueMicrotask(send);
        asked.push({ id, resolve, reject });
      }),
  };
}
