"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Count, Index, Percent, Price, Unknown } from "@/app/_components/pricing/price";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { useWorkspace } from "@/app/_session/workspace";
import { useSummary } from "./_frame/nav-items";
import { AtRiskNote, MarginNote, PriceIndexNote, WaitingNote, WrittenNote } from "./figure-notes";
import { useOverview } from "./use-overview";

/** The workspace in five figures, each a link to what it counts. */
export function Figures() {
  return (
    <StatStrip
      size="lg"
      stats={[
        { label: "Gross margin", value: <Margin />, detail: <MarginNote /> },
        { label: "Money at risk", value: <AtRisk />, detail: <AtRiskNote /> },
        { label: "Price index", value: <PriceIndex />, detail: <PriceIndexNote /> },
        { label: "Waiting for approval", value: <Waiting />, detail: <WaitingNote /> },
        { label: "Written in 30 days", value: <Written />, detail: <WrittenNote /> },
      ]}
    />
  );
}

/** A figure that leads to its list; a dash while it is loading. */
function Figure({ to, children }: { to: string; children: ReactNode | null }) {
  const { href } = useWorkspace();
  if (children === null) return <Unknown word="loading" />;
  return (
    <Link
      href={href(to)}
      className="decoration-control decoration-1 underline-offset-4 hover:underline max-md:inline-block max-md:py-2"
    >
      {children}
    </Link>
  );
}

function Margin() {
  const days = useQuery(useOverview().queries.days).data;
  return (
    <Figure to="/reports?report=margins">
      {days ? <Percent ratio={days.newest?.margin ?? null} /> : null}
    </Figure>
  );
}

function AtRisk() {
  const work = useQuery(useOverview().queries.work).data;
  return <Figure to="/alerts">{work ? <Price money={work.at_risk.money} /> : null}</Figure>;
}

function PriceIndex() {
  const days = useQuery(useOverview().queries.days).data;
  return (
    <Figure to="#price-index">{days ? <Index ratio={days.newest?.price_index ?? null} /> : null}</Figure>
  );
}

function Waiting() {
  const waiting = useSummary()?.waiting;
  return <Figure to="/approvals">{waiting === undefined ? null : <Count value={waiting} />}</Figure>;
}

function Written() {
  const written = useQuery(useOverview().queries.work).data?.written;
  return (
    <Figure to="/reports?report=write_backs">{written ? <Count value={written.applied} /> : null}</Figure>
  );
}
