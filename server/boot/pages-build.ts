// `npm start` knows how the pages are built, and the service and its pages are bundles of their own.
const BUILD = Symbol.for("pricecheck.pages");
const shared: typeof globalThis & { readonly [BUILD]?: () => Promise<boolean> } = globalThis;

/**
 * Begins to build the pages beside this process, if `npm start` has found that they never were.
 * @returns null if they are built; otherwise a promise that is rejected if the build fails, and resolves to false if
 *   somebody stopped it
 */
export const beginPagesBuild = (): Promise<boolean> | null => shared[BUILD]?.() ?? null;
