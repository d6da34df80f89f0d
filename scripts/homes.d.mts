export const LAYERS: readonly string[];
export function homeFaults(
  server: string,
  contexts: readonly (readonly [context: string, resources: readonly string[]])[],
): string[];
