"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { Textarea } from "@/app/_components/ui/textarea";
import { notify } from "@/app/_components/ui/toast";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";
import { PLAN_NAMES, PLANS, type Plan, SELF_SERVE_PLANS } from "@/server/domain/plan/plans";

type Lifecycle = Outputs["workspace"]["status"]["lifecycle"];
type Request = NonNullable<Outputs["plan"]["latest"]["request"]>;

/**
 * Another plan: the state of the last request and, for owners, a new one or, where the installation lets them, the
 * change itself; either first shows what would stop.
 */
export function PlanWish({ lifecycle, mayAsk }: { lifecycle: Lifecycle; mayAsk: boolean }) {
  const trpc = useTRPC();
  const latest = useQuery(trpc.plan.latest.queryOptions({}));
  return (
    <Section title="Another plan">
      <QueryView query={latest} what="the request">
        {({ request, owners_set_plans: ownersSetPlans }) => (
          <div className="flex flex-col gap-4">
            {request ? <RequestStatus request={request} mayAsk={mayAsk} /> : null}
            {mayAsk ? (
              <WishForm lifecycle={lifecycle} ownersSetPlans={ownersSetPlans} />
            ) : (
              <p className="text-ink-soft">Only owners choose another plan.</p>
            )}
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function RequestStatus({ request, mayAsk }: { request: Request; mayAsk: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const withdraw = useMutation(
    trpc.plan.withdraw.mutationOptions({
      onSuccess: () => notify({ title: "The request is canceled" }),
      onError: notifyFailure("The request still stands"),
      onSettled: () => queryClient.invalidateQueries(trpc.plan.pathFilter()),
    }),
  );
  const plan = PLAN_NAMES[request.plan];
  if (request.status === "pending")
    return (
      <Banner
        title={`The ${plan} plan is requested.`}
        action={
          mayAsk ? (
            <Button
              size="sm"
              variant="quiet"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate({})}
            >
              Cancel it
            </Button>
          ) : undefined
        }
      >
        Asked <Age at={request.created_at} phrase />; we answer by mail.
      </Banner>
    );
  if (request.status === "declined")
    return (
      <Banner tone="warn" title={`The request for the ${plan} plan was declined`}>
        {request.answered_at ? <Age at={request.answered_at} phrase /> : null}.
      </Banner>
    );
  return null;
}

function WishForm({ lifecycle, ownersSetPlans }: { lifecycle: Lifecycle; ownersSetPlans: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // The plan of a trial ends with it, and may be kept.
  const others = PLANS.filter((plan) => plan !== lifecycle.plan || lifecycle.state === "trial");
  const [plan, setPlan] = useState<Plan>(others.find((each) => each === "max") ?? others[0] ?? "free");
  const [note, setNote] = useState("");
  const preview = useQuery(trpc.plan.preview.queryOptions({ plan }));
  const ask = useMutation(
    trpc.plan.request.mutationOptions({
      onSuccess: () =>
        notify({ title: `The ${PLAN_NAMES[plan]} plan is requested`, detail: "We answer by mail." }),
      onSettled: () => queryClient.invalidateQueries(trpc.plan.pathFilter()),
    }),
  );
  const set = useSetPlan();
  const own = ownersSetPlans ? SELF_SERVE_PLANS.find((each) => each === plan) : undefined;
  const error = own === undefined ? ask.error : set.error;
  const failure = error ? failureOf(error) : null;
  return (
    <form
      className="flex max-w-xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (own !== undefined) set.mutate({ plan: own });
        else ask.mutate({ plan, ...(note.trim() ? { note } : {}) });
      }}
    >
      <Field label="Plan" error={issueAt(failure, "plan")}>
        <Select
          value={plan}
          onValueChange={(value) => setPlan(PLANS.find((each) => each === value) ?? plan)}
          options={others.map((each) => ({ value: each, label: PLAN_NAMES[each] }))}
        />
      </Field>
      <QueryView query={preview} what="what would stop">
        {({ stops }) => <Stops plan={plan} stops={stops} />}
      </QueryView>
      {own === undefined ? (
        <Field label="Note" optional error={issueAt(failure, "note")}>
          <Textarea maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      ) : null}
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <div>
        <Button type="submit" variant="primary" loading={ask.isPending || set.isPending}>
          {`${own === undefined ? "Ask for" : "Change to"} the ${PLAN_NAMES[plan]} plan`}
        </Button>
      </div>
    </form>
  );
}

/** Sets the plan at once; the page is read again, because what is allowed on every page depends on the plan. */
function useSetPlan() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation(
    trpc.plan.change.mutationOptions({
      onSuccess: ({ plan }) => {
        notify({ title: `The workspace is now on the ${PLAN_NAMES[plan]} plan` });
        router.refresh();
      },
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.plan.pathFilter()),
          queryClient.invalidateQueries(trpc.workspace.pathFilter()),
        ]),
    }),
  );
}

function Stops({ plan, stops }: { plan: Plan; stops: readonly { what: string; message: string }[] }) {
  if (stops.length === 0)
    return <p className="text-ink-soft">Nothing stops on the {PLAN_NAMES[plan]} plan.</p>;
  return (
    <Banner tone="warn" title={`On the ${PLAN_NAMES[plan]} plan:`}>
      <ul className="mt-1 list-disc pl-5">
        {stops.map(({ what, message }) => (
          <li key={what}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}
