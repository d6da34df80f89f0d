import { notify } from "@/app/_components/ui/toast";

/**
 * Says how many rows of a change were refused, and why the first was; says nothing if none was.
 * @param title the notice's title if the change was of one row: "The alert is not resolved"
 */
export function notifyRefused(
  rows: readonly { readonly outcome: string; readonly reason?: string | undefined }[],
  title: string,
): void {
  const refused = rows.filter(({ outcome }) => outcome === "refused");
  if (refused.length === 0) return;
  notify({
    title:
      rows.length === 1
        ? title
        : `${refused.length} of ${rows.length} stayed as ${refused.length === 1 ? "it is" : "they are"}`,
    ...(refused[0]?.reason ? { detail: refused[0].reason } : {}),
    tone: "bad",
  });
}
