import { explore } from "./explore";

/** How far the command explores: three workers, two edits of the merchant, three sends. */
const BOUNDS = { workers: 3, edits: 2, sends: 3 } as const;

const startedAt = performance.now();
const found = [true, false].map((completes) => {
  const { states, moves, wrong } = explore({ ...BOUNDS, completes });
  for (const way of wrong) console.log(way);
  return { completes, states, moves, wrong: wrong.length };
});
const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
console.log(JSON.stringify({ ...BOUNDS, explored: found, seconds }));
process.exit(found.every(({ wrong }) => wrong === 0) ? 0 : 1);
