"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_components/ui/field";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { REHEARSED_FAULTS } from "@/server/domain/rehearsals/faults";
import type { FaultSwitch } from "./fault-switch";
import type { Integration } from "./integration";
import { Problem } from "./problem";

const ALL = "all";
const TIMES = [
  { value: "1", label: "The next one" },
  { value: "3", label: "The next 3" },
  { value: "10", label: "The next 10" },
  { value: ALL, label: "Every one, until I switch it off" },
];

/** Asks for how many calls a fault is switched on, and for its seconds. */
export function FaultForm(props: { store: Integration; fault: FaultSwitch; onDone: () => void }) {
  const { fault } = props.fault;
  const { title, happens, meets } = REHEARSED_FAULTS[fault];
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [times, setTimes] = useState("1");
  const [seconds, setSeconds] = useState(String(props.fault.seconds ?? ""));
  const start = useMutation(
    trpc.rehearsals.switchOn.mutationOptions({
      onSuccess: props.onDone,
      onSettled: () => queryClient.invalidateQueries(trpc.rehearsals.pathFilter()),
    }),
  );
  const failure = start.error ? failureOf(start.error) : null;
  return (
    <FormDialog
      title={title}
      description={happens}
      submitLabel="Switch on"
      onSubmit={() =>
        start.mutate({
          integration_id: props.store.id,
          fault,
          times: times === ALL ? null : Number(times),
          ...(props.fault.seconds === null ? {} : { seconds: Number(seconds) }),
        })
      }
      pending={start.isPending}
      onLeave={props.onDone}
    >
      <Field
        label={meets === "look" ? "For which prices" : "For which writes"}
        error={issueAt(failure, "times")}
      >
        <Select value={times} onValueChange={setTimes} options={TIMES} />
      </Field>
      {props.fault.seconds === null ? null : (
        <Field label="Seconds" hint="1 to 60" error={issueAt(failure, "seconds")}>
          <Input numeric required value={seconds} onChange={(event) => setSeconds(event.target.value)} />
        </Field>
      )}
      <Problem failure={failure} fields={["times", "seconds"]} />
    </FormDialog>
  );
}
