"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Stated } from "@/app/_components/pricing/price";
import { Banner } from "@/app/_components/ui/banner";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { useWorkspace } from "@/app/_session/workspace";
import { useSummary } from "./_frame/nav-items";
import { useOverview } from "./use-overview";

/** Says that a run's findings are held, why, and where they are released. */
export function HeldRun() {
  const { href } = useWorkspace();
  const locale = useLocale();
  const held = useQuery(useOverview().queries.work).data?.held_run;
  const count = useSummary()?.held_recommendations ?? 0;
  if (!held) return null;
  return (
    <Banner
      tone="warn"
      title={count > 0 ? `${formatCount(count, locale)} recommendations are held.` : "A run is held."}
      action={<QuietLink href={href(`/runs/${held.id}`)}>Look at the run</QuietLink>}
    >
      <Stated text={held.reason} />
    </Banner>
  );
}
