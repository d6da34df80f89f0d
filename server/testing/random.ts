/** Returns a generator of numbers in [0, 1), deterministic by seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the list in an order determined by the random numbers. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Returns each of the kinds that many times, in an order determined by the random numbers. */
export const ofEach = <T>(kinds: readonly T[], times: number, random: () => number): T[] =>
  shuffled(
    kinds.flatMap((kind) => Array.from({ length: times }, () => kind)),
    random,
  );
