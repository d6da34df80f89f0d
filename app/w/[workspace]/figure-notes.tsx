"use client";

import { useQuery } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { formatPoints } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Count } from "@/app/_components/pricing/price";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { useWorkspace } from "@/app/_session/workspace";
import { SignedSums } from "./_batches/signed-sums";
import { useSummary } from "./_frame/nav-items";
import { useOverview } from "./use-overview";

const EMPTY = <>&nbsp;</>;

const NOT_YET = <>after a run over all items</>;

/** What the margin gained since the first day of the period; before there are two days, over how many items it is. */
export function MarginNote() {
  const { queries } = useOverview();
  const locale = useLocale();
  const data = useQuery(queries.days).data;
  if (!data) return EMPTY;
  const margins = data.days.flatMap(({ margin }) => margin ?? []);
  const [first, second] = margins;
  const last = margins.at(-1);
  if (first !== undefined && second !== undefined && last !== undefined)
    return <>{`${formatPoints(first, last, locale)} points in this period`}</>;
  if (!data.newest) return NOT_YET;
  return (
    <>
      of <Count value={data.newest.priced} /> with price and cost
    </>
  );
}

export function AtRiskNote() {
  const { href } = useWorkspace();
  const { queries } = useOverview();
  const newest = useQuery(queries.days).data?.newest;
  const unknown = useQuery(queries.work).data?.at_risk.unknown ?? 0;
  return (
    <>
      {newest ? (
        <QuietLink href={href("/catalog?margin=floor")}>
          <Count value={newest.below_floor} /> below floor
        </QuietLink>
      ) : (
        "in open alerts"
      )}
      {unknown > 0 ? (
        <>
          {" · "}
          <Count value={unknown} /> without an amount
        </>
      ) : null}
    </>
  );
}

export function PriceIndexNote() {
  const data = useQuery(useOverview().queries.days).data;
  if (!data) return EMPTY;
  if (!data.newest) return NOT_YET;
  return (
    <>
      market 100 · <Count value={data.newest.compared} /> of <Count value={data.newest.items} /> items
    </>
  );
}

export function WaitingNote() {
  const counted = useSummary();
  if (!counted) return EMPTY;
  if (!counted.oldest_waiting_at) return <>nothing waits</>;
  return (
    <>
      oldest <Age at={counted.oldest_waiting_at} phrase />
    </>
  );
}

export function WrittenNote() {
  const { href } = useWorkspace();
  const written = useQuery(useOverview().queries.work).data?.written;
  if (!written) return EMPTY;
  return (
    <>
      {written.profit_if_sold ? (
        <span title="The change of profit for the stock on hand, by the prices that stand: those taken back count nothing. It is not what was sold.">
          <SignedSums sums={[written.profit_if_sold]} /> if the stock sells at these prices
        </span>
      ) : (
        <>
          {written.applied > 0 ? "effect unknown" : written.reverted > 0 ? "none still in place" : "none yet"}
        </>
      )}
      {written.reverted > 0 ? (
        <>
          {" · "}
          <Count value={written.reverted} /> taken back
        </>
      ) : null}
      {written.conflict > 0 ? (
        <>
          {" · "}
          <QuietLink href={href("/reports?report=write_backs&status=conflict")}>
            <Count value={written.conflict} /> {written.conflict === 1 ? "conflict" : "conflicts"}
          </QuietLink>
        </>
      ) : null}
    </>
  );
}
