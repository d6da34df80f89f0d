/** Stored with each run; incremented when the engine would decide the same input differently. */
export const ENGINE_VERSION = "5";

/**
 * The engine versions whose runs this engine reproduces byte for byte; their differences are compiled into the
 * policy.
 */
export const REPLAYED_ENGINES: readonly string[] = ["1", "2", "3", "4", ENGINE_VERSION];
