export function ensureInstalled(folder: string, name: string): Promise<void>;
