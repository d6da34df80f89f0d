"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import type { Key } from "./key";

/** Revokes a key at once, after a confirmation. */
export function RevokeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.tokens.revoke.mutationOptions({
      onSuccess: () => notify({ title: "Revoked", detail: key.name }),
      onSettled: () => queryClient.invalidateQueries(trpc.tokens.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke “${key.name}”?`}
      description="The next request with this key is refused. This cannot be undone."
      confirmLabel="Revoke the key"
      tone="danger"
      onConfirm={async () => {
        await revoke.mutateAsync({ id: key.id });
      }}
    />
  );
}

const OVERLAPS = [
  { value: "1", label: "One hour more" },
  { value: "24", label: "A day more" },
  { value: "0", label: "Not at all" },
];

/** Replaces a key's secret; the old one stays valid for the chosen time. */
export function RotateKey(props: {
  of: Key;
  onClose: () => void;
  onRotated: (secret: string, name: string) => void;
}) {
  const { of: key } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState("24");
  const rotate = useMutation(
    trpc.tokens.rotate.mutationOptions({
      onSuccess: ({ token }) => props.onRotated(token, key.name),
      onSettled: () => queryClient.invalidateQueries(trpc.tokens.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={`Rotate “${key.name}”?`}
      description="It gets a successor with a new secret and the same name, scopes and expiry."
      confirmLabel="Rotate the key"
      onConfirm={async () => {
        await rotate.mutateAsync({ id: key.id, overlap_hours: Number(overlap) });
      }}
    >
      <Field label="The old secret works" className="mt-2">
        <Select value={overlap} onValueChange={setOverlap} options={OVERLAPS} />
      </Field>
    </ConfirmDialog>
  );
}
