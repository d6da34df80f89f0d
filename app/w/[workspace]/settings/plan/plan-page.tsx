"use client";

import { useQuery } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { PLAN_LIMITS, PLAN_NAMES, PLANS, type Plan } from "@/server/domain/plan/plans";
import { PlanAndUsage } from "../workspace/plan-and-usage";
import { limitText } from "./plan-text";
import { PlanWish } from "./plan-wish";

type Status = Outputs["workspace"]["status"];

/** The plan, its usage and the reset times, a comparison of the plans, and the request for another plan. */
export function PlanPage() {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const status = useQuery(trpc.workspace.status.queryOptions({}));
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <QueryView query={status} what="the plan">
        {(found) => (
          <>
            <PlanAndUsage status={found} />
            <TrialEnd lifecycle={found.lifecycle} />
            <Plans current={found.lifecycle.plan} usage={found.usage} />
            <PlanWish lifecycle={found.lifecycle} mayAsk={may("settings:workspace")} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function TrialEnd({ lifecycle: { trial_ends_at: endsAt } }: { lifecycle: Status["lifecycle"] }) {
  if (endsAt === undefined) return null;
  return (
    <Banner title="This is a trial.">
      It ends <Age at={endsAt} phrase />. The Free plan follows by itself: nothing is deleted, everything
      stays readable, and what is over its limits goes on working. Prices can no longer be approved.
    </Banner>
  );
}

function Plans({ current, usage }: { current: Plan; usage: Status["usage"] }) {
  return (
    <Section title="What each plan includes">
      <Table caption="Plans">
        <TableHead>
          <tr>
            <Th>
              <span className="sr-only">Limit</span>
            </Th>
            <Th numeric>Used</Th>
            {PLANS.map((plan) => (
              <Th key={plan} numeric wideOnly={plan !== current}>
                {PLAN_NAMES[plan]}
                {plan === current ? <span className="sr-only"> (your plan)</span> : null}
              </Th>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {limitText.map(({ label, of, used }) => (
            <TableRow key={label}>
              <Td>{label}</Td>
              <Td numeric>{used ? <Count value={used(usage)} /> : null}</Td>
              {PLANS.map((plan) => (
                <Td
                  key={plan}
                  numeric
                  wideOnly={plan !== current}
                  className={plan === current ? "font-[600]" : "text-ink-soft"}
                >
                  {of(PLAN_LIMITS[plan])}
                </Td>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}
