import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The seed of everything that tests draw. */
    readonly testSeed: number;
  }
}

/**
 * The seed of everything that tests draw, the same in each run of all tests: a failure is there again in the next run,
 * and a run that found nothing finds nothing again. `npm run test:seeds` runs the tests that use it with other seeds.
 */
export const SEED = inject("testSeed");

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export { fc };
