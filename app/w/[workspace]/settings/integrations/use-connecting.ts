"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pricingRequest, type TypedPricing } from "@/app/_components/pricing/typed-pricing";
import { notify } from "@/app/_components/ui/toast";
import { type Inputs, useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { BLANK_SIGN_IN, credentialsOf, type StoreKind, type TypedSignIn } from "./store-kind";
import { type InspectedStore, initialStoreSettings } from "./store-price-settings";

/** The typed input of the form; a kind of null means the first one. */
interface TypedStore {
  readonly kind: string | null;
  readonly url: string;
  readonly signIn: TypedSignIn;
}

const BLANK: TypedStore = { kind: null, url: "", signIn: BLANK_SIGN_IN };

/** Connects a store in two steps: sign in and read its price settings, then confirm them. */
export function useConnecting(kinds: readonly StoreKind[], onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(BLANK);
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
  const error = connect.error ?? look.error;
  const kind = kinds.find((each) => typed.kind === null || each.kind === typed.kind);
  /** Drops the result, because it belongs to the store typed before. */
  const back = (): void => {
    setFound(null);
    look.reset();
    connect.reset();
  };
  const type = (change: Partial<TypedStore>): void => {
    setTyped({ ...typed, ...change });
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
    isPending: connect.isPending || look.isPending,
    failure: error ? failureOf(error) : null,
  };
}

export type Connecting = ReturnType<typeof useConnecting>;

function requestOf(form: StoreKind, { url, signIn }: TypedStore): Inputs["integrations"]["connect"] {
  const { kind } = form;
  return form.provided_here ? { kind } : { kind, url, credentials: credentialsOf(form, signIn) };
}
