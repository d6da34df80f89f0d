export function ensureGenerated(root: string): Promise<void>;
export function ensureBundled(root: string): Promise<void>;
export function ensurePages(root: string): Promise<void>;
