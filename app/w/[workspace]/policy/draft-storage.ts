/** Returns the key under which the browser stores the draft of a workspace's policy. */
export const draftKey = (workspaceId: string): string => `policy draft of ${workspaceId}`;

/** Whether the browser has stored a draft; false where its storage is disabled. */
export function isDraftStored(workspaceId: string): boolean {
  try {
    return window.localStorage.getItem(draftKey(workspaceId)) !== null;
  } catch {
    return false;
  }
}
