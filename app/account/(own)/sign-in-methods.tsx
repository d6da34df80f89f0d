"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { notify } from "@/app/_components/ui/toast";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { signIn } from "@/app/_session/sign-in-client";
import { useTRPC } from "@/app/_trpc/client";
import type { Profile } from "./profile";

type Identity = Profile["identities"][number];

/** The identity providers linked to the account; renders nothing if none is linked and none can be. */
export function SignInMethods({ profile }: { profile: Profile }) {
  const { identities, identity_provider: provider } = profile;
  const [unlinking, setUnlinking] = useState<Identity | null>(null);
  if (identities.length === 0 && provider === null) return null;
  const onlyWay = !profile.has_password && identities.length === 1;
  return (
    <Section title="Sign-in services">
      <ul className="flex flex-col gap-2">
        {identities.map((identity) => (
          <li
            key={identity.id}
            className="flex items-center justify-between gap-3 rounded-xl border border-line px-3.5 py-2.5"
          >
            <TwoLines
              title={provider ?? new URL(identity.issuer).host}
              detail={
                <>
                  {identity.email ?? "no address"} · linked <Age at={identity.created_at} phrase />
                </>
              }
            />
            <Button size="sm" variant="quiet" disabled={onlyWay} onClick={() => setUnlinking(identity)}>
              Unlink
            </Button>
          </li>
        ))}
      </ul>
      {onlyWay ? (
        <p className="mt-2 text-xs text-ink-dim">
          This is the only way you can sign in: set a password to unlink it.
        </p>
      ) : null}
      {identities.length === 0 && provider !== null ? <LinkButton provider={provider} /> : null}
      {unlinking ? <Unlink identity={unlinking} onClose={() => setUnlinking(null)} /> : null}
    </Section>
  );
}

function LinkButton({ provider }: { provider: string }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      size="sm"
      loading={leaving}
      onClick={() => {
        setLeaving(true);
        void signIn("issuer", { callbackUrl: "/account" }).finally(() => setLeaving(false));
      }}
    >
      Link {provider}
    </Button>
  );
}

function Unlink({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const unlink = useMutation(
    trpc.account.unlink.mutationOptions({
      onSuccess: () => notify({ title: "The sign-in is unlinked" }),
      onSettled: () => queryClient.invalidateQueries(trpc.account.profile.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Unlink this sign-in?"
      description="You cannot sign in with it any more until it is linked again."
      confirmLabel="Unlink"
      tone="danger"
      onConfirm={async () => {
        await unlink.mutateAsync({ id: identity.id });
      }}
    />
  );
}
