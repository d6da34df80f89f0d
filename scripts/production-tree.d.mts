/** Whether a package of the production tree is needed by the build alone. */
export function isBuildOnly(name: string): boolean;
