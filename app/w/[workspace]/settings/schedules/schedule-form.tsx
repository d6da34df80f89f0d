"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Schedule } from "./schedule";
import { type Fields, fieldsOf, requestOf, ScheduleFields } from "./schedule-fields";

/** Creates a schedule in a dialog; shown to those who may. */
export function CreateSchedule() {
  const { may } = useWorkspace();
  if (!may("schedules:write")) return null;
  const trigger = (
    <Button variant="primary">
      <Plus aria-hidden /> New schedule
    </Button>
  );
  return (
    <DialogButton trigger={trigger}>
      {(close) => <ScheduleForm schedule={null} onClose={close} />}
    </DialogButton>
  );
}

/** Creates a schedule, or changes the given one; the dialog around it is the caller's. */
export function ScheduleForm({ schedule, onClose }: { schedule: Schedule | null; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(schedule));
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const done = {
    onSuccess: async () => {
      await queryClient.invalidateQueries(trpc.schedules.pathFilter());
      onClose();
    },
  };
  const create = useMutation(trpc.schedules.create.mutationOptions(done));
  const change = useMutation(trpc.schedules.change.mutationOptions(done));
  const { error } = schedule ? change : create;
  const submit = () =>
    schedule
      ? change.mutate({ schedule_id: schedule.id, ...requestOf(fields) })
      : create.mutate(requestOf(fields));
  return (
    <FormDialog
      title={schedule ? `Change “${schedule.name}”` : "New schedule"}
      description="Times are those of the shop's clock, which is set under Workspace."
      submitLabel={schedule ? "Save" : "Create the schedule"}
      onSubmit={submit}
      pending={create.isPending || change.isPending}
      onLeave={onClose}
    >
      <ScheduleFields fields={fields} failure={error ? failureOf(error) : null} set={set} />
    </FormDialog>
  );
}
