// `npm start` begins the build in this process, and the service and its pages are bundles of their own.
const BUILD = Symbol.for("pricecheck.pages");
const shared: typeof globalThis & { readonly [BUILD]?: Promise<boolean> } = globalThis;

/**
 * Returns the build of the pages that `npm start` has begun in this process, which resolves to false if somebody stopped
 * it; null where they had been built before.
 */
export const pagesBeingBuilt = (): Promise<boolean> | null => shared[BUILD] ?? null;
