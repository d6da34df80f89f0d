"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { CheckboxGroup } from "@/app/_components/ui/checkbox-group";
import { Field } from "@/app/_components/ui/field";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { useTRPC } from "@/app/_trpc/client";
import { type Failure, failureOf, issueAt } from "@/app/_trpc/failure";
import { WEEKDAYS, type Weekday } from "@/server/domain/schedules/schedule";
import { DAY_NAMES, type Freeze } from "./freeze-text";

/** What is typed into the form; the times of the other kind stay while the kind is switched. */
interface Fields {
  readonly reason: string;
  readonly kind: "once" | "weekly";
  readonly once: { readonly from: string; readonly until: string };
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly until: string;
  readonly untilDay: Weekday | "same";
}

const fieldsOf = (freeze: Freeze | null): Fields => ({
  reason: freeze?.reason ?? "",
  kind: freeze?.weekly ? "weekly" : "once",
  once: freeze?.once ?? { from: "", until: "" },
  days: freeze?.weekly?.days ?? ["fri"],
  from: freeze?.weekly?.from ?? "16:00",
  until: freeze?.weekly?.until ?? "06:00",
  untilDay: freeze?.weekly ? (freeze.weekly.until_day ?? "same") : "mon",
});

function requestOf({ reason, kind, once, days, from, until, untilDay }: Fields) {
  if (kind === "once") return { reason, once };
  return {
    reason,
    weekly: { days: [...days], from, until, until_day: untilDay === "same" ? null : untilDay },
  };
}

/** Creates a freeze, or changes the given one; the dialog around it is the caller's. */
export function FreezeForm({ freeze, onClose }: { freeze: Freeze | null; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(freeze));
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const done = {
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(trpc.freezes.pathFilter()),
        queryClient.invalidateQueries(trpc.workspace.summary.pathFilter()),
      ]);
      onClose();
    },
  };
  const create = useMutation(trpc.freezes.create.mutationOptions(done));
  const change = useMutation(trpc.freezes.change.mutationOptions(done));
  const { error } = freeze ? change : create;
  const failure = error ? failureOf(error) : null;
  const issue = (path: string) => failure?.issues.find((each) => each.path.startsWith(path))?.message;
  const submit = () =>
    freeze ? change.mutate({ freeze_id: freeze.id, ...requestOf(fields) }) : create.mutate(requestOf(fields));
  return (
    <FormDialog
      title={freeze ? "Change the freeze" : "New freeze"}
      description="Times are those of the shop's clock, which is set under Workspace."
      submitLabel={freeze ? "Save" : "Freeze prices"}
      onSubmit={submit}
      pending={create.isPending || change.isPending}
      onLeave={onClose}
    >
      <Field label="Reason" hint="Everybody who is waiting sees it." error={issue("reason")}>
        <Input
          required
          maxLength={200}
          value={fields.reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      </Field>
      <CheckboxRow
        label="Every week"
        checked={fields.kind === "weekly"}
        onCheckedChange={(checked) => set({ kind: checked === true ? "weekly" : "once" })}
      />
      {fields.kind === "once" ? (
        <OnceFields fields={fields} set={set} issue={issue} />
      ) : (
        <WeeklyFields fields={fields} failure={failure} set={set} issue={issue} />
      )}
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
    </FormDialog>
  );
}

interface TimesProps {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
  issue: (path: string) => string | undefined;
}

function OnceFields({ fields, set, issue }: TimesProps) {
  const { once } = fields;
  return (
    <div className="flex flex-wrap gap-3">
      <Field label="From" className="flex-1" error={issue("once.from")}>
        <Input
          required
          type="datetime-local"
          value={once.from}
          onChange={(event) => set({ once: { ...once, from: event.target.value } })}
        />
      </Field>
      <Field label="Until" className="flex-1" error={issue("once.until")}>
        <Input
          required
          type="datetime-local"
          value={once.until}
          onChange={(event) => set({ once: { ...once, until: event.target.value } })}
        />
      </Field>
    </div>
  );
}

function WeeklyFields({ fields, failure, set, issue }: TimesProps & { failure: Failure | null }) {
  const endDays = [
    { value: "same", label: "At the next such time" },
    ...WEEKDAYS.map((day) => ({ value: day, label: DAY_NAMES[day] })),
  ] as const;
  return (
    <>
      <CheckboxGroup
        legend="Begins on"
        row
        options={WEEKDAYS.map((day) => ({ value: day, label: DAY_NAMES[day] }))}
        chosen={fields.days}
        onChange={(days) => set({ days })}
        error={issue("weekly.days")}
      />
      <div className="flex flex-wrap gap-3">
        <Field label="From" className="flex-1" error={issue("weekly.from")}>
          <Input
            required
            type="time"
            value={fields.from}
            onChange={(event) => set({ from: event.target.value })}
          />
        </Field>
        <Field label="Until" className="flex-1" error={issue("weekly.until")}>
          <Input
            required
            type="time"
            value={fields.until}
            onChange={(event) => set({ until: event.target.value })}
          />
        </Field>
        {/* What is wrong with the week as a whole is where it ends. */}
        <Field
          label="Ends on"
          className="flex-1"
          error={issue("weekly.until_day") ?? issueAt(failure, "weekly")}
        >
          <Select
            options={endDays}
            value={fields.untilDay}
            onValueChange={(chosen) => set({ untilDay: WEEKDAYS.find((day) => day === chosen) ?? "same" })}
          />
        </Field>
      </div>
    </>
  );
}
