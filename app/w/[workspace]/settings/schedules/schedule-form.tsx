"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { DialogButton } from "@/app/_components/ui/form-dialog";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Schedule } from "./schedule";
import { fieldsOf, NEW, requestOf, ScheduleForm } from "./schedule-fields";

/** Creates a schedule in a dialog; shown to those who may. */
export function CreateSchedule() {
  const { may } = useWorkspace();
  if (!may("schedules:write")) return null;
  const trigger = (
    <Button variant="primary">
      <Plus aria-hidden /> New schedule
    </Button>
  );
  return <DialogButton trigger={trigger}>{(close) => <CreateForm onClose={close} />}</DialogButton>;
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(NEW);
  const create = useMutation(
    trpc.schedules.create.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.schedules.pathFilter());
        onClose();
      },
    }),
  );
  return (
    <ScheduleForm
      title="New schedule"
      submitLabel="Create the schedule"
      fields={fields}
      onChange={setFields}
      onSubmit={() => create.mutate(requestOf(fields))}
      pending={create.isPending}
      failure={create.error ? failureOf(create.error) : null}
      onClose={onClose}
    />
  );
}

/** Changes a schedule; the dialog around it is the caller's. */
export function ChangeForm({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(schedule));
  const change = useMutation(
    trpc.schedules.change.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.schedules.pathFilter());
        onClose();
      },
    }),
  );
  return (
    <ScheduleForm
      title={`Change “${schedule.name}”`}
      submitLabel="Save"
      fields={fields}
      onChange={setFields}
      onSubmit={() => change.mutate({ schedule_id: schedule.id, ...requestOf(fields) })}
      pending={change.isPending}
      failure={change.error ? failureOf(change.error) : null}
      onClose={onClose}
    />
  );
}
