"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";

/** Transfers one's own ownership to another member; hidden if there is no other member. */
export function TransferOwnership() {
  const trpc = useTRPC();
  const { role } = useWorkspace();
  const members = useQuery(trpc.members.list.queryOptions({}));
  const [chosen, setChosen] = useState("");
  const [asking, setAsking] = useState(false);
  const others = (members.data?.data ?? []).filter((member) => member.role !== "owner");
  if (role !== "owner" || others.length === 0) return null;
  const heir = others.find((member) => member.user_id === chosen);
  return (
    <Section title="Hand over the workspace">
      <div className="flex max-w-xl items-start gap-3 max-md:flex-col">
        <Field
          label="New owner"
          className="flex-1"
          hint="You stay on as admin: no more plan, support access or deletion."
        >
          <Select
            value={chosen}
            onValueChange={setChosen}
            options={others.map(({ user_id: value, email, name }) => ({
              value,
              label: name ? `${name} (${email})` : email,
            }))}
          />
        </Field>
        <Button className="md:mt-[26px]" disabled={!heir} onClick={() => setAsking(true)}>
          Hand over
        </Button>
      </div>
      {heir && asking ? <Ask heir={heir} onClose={() => setAsking(false)} /> : null}
    </Section>
  );
}

function Ask({ heir, onClose }: { heir: { user_id: string; email: string }; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const transfer = useMutation(
    trpc.members.transfer.mutationOptions({
      onSuccess: () => {
        notify({ title: `${heir.email} owns the workspace now` });
        router.refresh();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.members.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Make ${heir.email} the owner?`}
      description="They own the workspace in your place at once. Only they can give it back."
      confirmLabel="Hand over"
      tone="danger"
      onConfirm={async () => {
        await transfer.mutateAsync({ user_id: heir.user_id });
      }}
    />
  );
}
