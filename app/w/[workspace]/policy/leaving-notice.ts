/**
 * Says what became of a draft whose page is left; null where nothing is to be said: nothing was changed, or the page is
 * only drawn again.
 * @param left.isKept whether this browser keeps the draft
 * @param left.before the path of the draft's page; `after` is the path that is shown now
 */
export function leavingNotice(left: {
  readonly isChanged: boolean;
  readonly isKept: boolean;
  readonly before: string;
  readonly after: string;
}): { readonly title: string; readonly detail: string; readonly tone?: "bad" } | null {
  if (!left.isChanged || left.before === left.after) return null;
  const title = "The policy is not changed yet";
  return left.isKept
    ? { title, detail: "Its draft waits on the policy page." }
    : { title, detail: "Its draft is lost, because this browser stores nothing.", tone: "bad" };
}
