/** A folder of inputs: the number that its name begins with, and the name. */
export interface Folder {
  readonly number: number;
  readonly name: string;
}

/** Returns the folders named like `24-count-ends-in-0`, in the order of their numbers. */
export const foldersIn = (names: readonly string[]): readonly Folder[] =>
  names
    .flatMap((name) => {
      const number = /^(\d+)-./.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), name }];
    })
    .toSorted((left, right) => left.number - right.number);

/**
 * Returns the numbers that a selection such as `13-18,24` names.
 * @throws Error for any other text
 */
export function numbersOf(selection: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const part of selection.split(",")) {
    const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part.trim());
    const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (match === null || from > to) throw new Error(`--only takes numbers such as 13-18,24, not "${part}".`);
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}
