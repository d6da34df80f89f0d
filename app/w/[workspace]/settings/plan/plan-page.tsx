"use client";

import { useQuery } from "@tanstack/react-query";
import { Section } from "@/app/_components/shell/section";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { PLAN_LIMITS, PLANS, type Plan } from "@/server/domain/plan/plans";
import { PlanAndUsage } from "../workspace/plan-and-usage";
import { capital, limitText } from "./plan-text";
import { PlanWish } from "./plan-wish";

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
            <Plans current={found.lifecycle.plan} />
            <PlanWish current={found.lifecycle.plan} mayAsk={may("settings:workspace")} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Plans({ current }: { current: Plan }) {
  return (
    <Section title="What each plan holds">
      <Table caption="Plans">
        <TableHead>
          <tr>
            <Th>
              <span className="sr-only">Limit</span>
            </Th>
            {PLANS.map((plan) => (
              <Th key={plan} numeric wideOnly={plan !== current}>
                {capital(plan)}
                {plan === current ? <span className="sr-only"> (your plan)</span> : null}
              </Th>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {limitText.map(({ label, of }) => (
            <TableRow key={label}>
              <Td>{label}</Td>
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
