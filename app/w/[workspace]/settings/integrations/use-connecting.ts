"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pricingRequest, type TypedPricing } from "@/app/_components/pricing/typed-pricing";
import { notify } from "@/app/_components/ui/toast";
import { type Inputs, useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { BLANK_SIGN_IN, credentialsOf, isOnStorePage, type StoreKind, type TypedSignIn } from "./store-kind";
import { type InspectedStore, initialStoreSettings } from "./store-price-settings";
import type { GrantedStore } from "./use-granted-store";

/** The typed input of the form; a kind of null means the first one. */
interface TypedStore {
  readonly kind: string | null;
  readonly url: string;
  readonly signIn: TypedSignIn;
  /** The id of a key that the store gave, in place of a typed sign-in. */
  readonly grant: string | null;
}

const BLANK: TypedStore = { kind: null, url: "", signIn: BLANK_SIGN_IN, grant: null };

/** Connects a store in two steps: sign in and read its price settings, then confirm them. */
export function useConnecting(kinds: readonly StoreKind[], granted: GrantedStore | null, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState({ ...BLANK, ...granted });
  const [found, setFound] = useState<InspectedStore | null>(null);
  const [stated, setStated] = useState<TypedPricing | null>(null);
  const known = useQuery(trpc.workspace.pricing.queryOptions({})).data;
  const look = useMutation(trpc.integrations.look.mutationOptions());
  const connect = useMutation(
    trpc.integrations.connect.mutationOptions({
      onSuccess: ({ integration, notices }) => {
        notify({
          title: `${integration.name} is connected`,
          detail: notices.join(" ") || "It is being read now.",
        });
        onDone();
      },
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const ask = useMutation(
    trpc.integrations.startGrant.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  const error = connect.error ?? look.error ?? ask.error;
  const kind = kinds.find((each) => typed.kind === null || each.kind === typed.kind);
  /** Whether the form leads to the store's page, on which the merchant installs an app. */
  const isLeaving = typed.grant === null && isOnStorePage(kind, typed.signIn);
  /** Drops the result, because it belongs to the store typed before. */
  const back = (): void => {
    setFound(null);
    look.reset();
    connect.reset();
    ask.reset();
  };
  /** A key belongs to the store that it was asked of. */
  const type = (change: Partial<Omit<TypedStore, "grant">>): void => {
    setTyped({ ...typed, grant: null, ...change });
    back();
  };
  return {
    kind,
    typed,
    type,
    /** Clears the sign-in, because it belongs to another kind of store. */
    choose: (chosen: string) => type({ kind: chosen, signIn: BLANK_SIGN_IN }),
    /** Returns from the price settings to the sign-in form. */
    back,
    found,
    stated,
    setStated,
    submit: () => {
      if (!kind) return;
      if (isLeaving) {
        ask.mutate({ kind: kind.kind, url: typed.url, app: credentialsOf(kind, typed.signIn) });
        return;
      }
      const request = requestOf(kind, typed);
      if (found && stated) connect.mutate({ ...request, pricing: pricingRequest(stated) });
      // A callback of this call, so that the result of a store typed before is dropped.
      else
        look.mutate(request, {
          onSuccess: (response) => {
            setFound(response);
            setStated(initialStoreSettings(response, known));
          },
        });
    },
    /** Leads to the store's page on which the merchant lets it create a key. */
    askForKey: () => {
      if (kind) ask.mutate({ kind: kind.kind, url: typed.url });
    },
    isAsking: ask.isPending || ask.isSuccess,
    isLeaving,
    isPending: (isLeaving && (ask.isPending || ask.isSuccess)) || connect.isPending || look.isPending,
    failure: error ? failureOf(error) : null,
  };
}

export type Connecting = ReturnType<typeof useConnecting>;

function requestOf(form: StoreKind, { url, signIn, grant }: TypedStore): Inputs["integrations"]["connect"] {
  const { kind } = form;
  if (grant !== null) return { kind, url, grant };
  return form.provided_here ? { kind } : { kind, url, credentials: credentialsOf(form, signIn) };
}
