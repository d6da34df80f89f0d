"use client";

import { Age } from "@/app/_components/pricing/age";
import { Count, Percent, Price } from "@/app/_components/pricing/price";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { DialogButton } from "@/app/_components/ui/form-dialog";
import { allowedRoles } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { originsText } from "@/server/domain/pricing/lane-text";
import type { LaneMode, LaneState } from "./lane";
import { LaneDecisions } from "./lane-decisions";
import { SwitchDialog } from "./switch-dialog";
import { useSetMode } from "./use-set-mode";

const STATES: Readonly<Record<LaneMode, string>> = {
  closed: "It decides nothing; one person decides about these changes.",
  shadow: "After each run its record shows what it would have approved. People decide.",
  open: "After each run it approves what fits, and Pricecheck writes it to the store.",
};

/** An automatic lane: how it works now, the buttons that switch it, its use of the day and its record. */
export function AutomaticLane(props: { state: LaneState; mode: LaneMode; activeItems: number }) {
  const { state, mode, activeItems } = props;
  const { lane, set_at: setAt, use, outdated } = state;
  const { may } = useWorkspace();
  const close = useSetMode(lane.name);
  return (
    <div className="mt-3 flex flex-col gap-4">
      {outdated ? (
        <Banner tone="warn" title="A change of the policy turned it off.">
          Its rules, scopes, currency, VAT or fees are no longer those that it was turned on with.
        </Banner>
      ) : null}
      <p>
        {STATES[mode]}{" "}
        {setAt ? (
          <span className="text-ink-dim">
            Switched <Age at={setAt} phrase />.
          </span>
        ) : null}
      </p>
      <p className="text-ink-soft">
        Decides on evidence of {originsText(lane.evidence_from)},{" "}
        {lane.agents_runs === true ? "also" : "and not"} in runs that an agent started or scheduled.
      </p>
      {use && mode !== "closed" ? (
        <p className="text-ink-soft">
          In the last 24 hours: <Count value={use.items} /> of <Count value={activeItems} /> items
          {lane.a_day ? (
            <>
              , at most <Percent ratio={lane.a_day.items} />
            </>
          ) : null}
          ; <Price money={use.money} /> of profit moved
          {lane.a_day?.money ? (
            <>
              , at most <Price money={{ amount: lane.a_day.money, currency: use.money.currency }} />
            </>
          ) : null}
          .
        </p>
      ) : null}
      {may("settings:policy") ? (
        <div className="flex flex-wrap gap-2">
          {mode === "open" ? null : (
            <DialogButton
              trigger={
                <Button variant="primary">{mode === "closed" ? "Try it in shadow…" : "Turn it on…"}</Button>
              }
            >
              {(leave) => (
                <SwitchDialog lane={lane.name} to={mode === "closed" ? "shadow" : "open"} onLeave={leave} />
              )}
            </DialogButton>
          )}
          {mode === "closed" ? null : (
            <Button
              loading={close.isPending}
              onClick={() => close.mutate({ lane: lane.name, mode: "closed" })}
            >
              Turn it off
            </Button>
          )}
        </div>
      ) : (
        <p className="text-xs text-ink-dim">It can be switched by {allowedRoles("settings:policy")}.</p>
      )}
      {close.error ? <Banner tone="bad">{close.error.message}</Banner> : null}
      <LaneDecisions lane={lane.name} />
    </div>
  );
}
