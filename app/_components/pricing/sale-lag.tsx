import { Age } from "./age";

/** A begin or an end of a sale that the store has not noticed, or of which that is not known. */
export type SaleLagOut = {
  readonly kind: "late" | "unread";
  readonly edge: "begin" | "end";
  /** ISO 8601. */
  readonly at: string;
};

/** Says that the store is behind a begin or an end of its sale. */
export function SaleLag({ lag: { kind, edge, at } }: { lag: SaleLagOut }) {
  const moved = edge === "end" ? "the sale ended" : "the sale began";
  if (kind === "unread")
    return (
      <>
        {moved} <Age at={at} phrase />, and the store was not read since
      </>
    );
  return (
    <>
      the shop is late: {moved} <Age at={at} phrase />
    </>
  );
}
