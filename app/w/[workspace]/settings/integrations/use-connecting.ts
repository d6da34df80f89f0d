"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pricingRequest, type StatedPricing } from "@/app/_components/pricing/stated-pricing";
import { notify } from "@/app/_components/ui/toast";
import { type Inputs, useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { type FoundStore, firstStatement } from "./store-says";
import { BLANK_SIGN_IN, vendureCredentials } from "./vendure-sign-in";

/** What a person types about the store that they connect. */
export interface TypedStore {
  readonly kind: "vendure" | "sandbox";
  readonly url: string;
  /** By which way one signs in. */
  readonly signIn: string;
  readonly access: typeof BLANK_SIGN_IN;
}

const BLANK: TypedStore = { kind: "vendure", url: "", signIn: "person", access: BLANK_SIGN_IN };

/** Connecting in two steps: the store is looked at, then what it says of its prices is confirmed. */
export function useConnecting(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(BLANK);
  const [found, setFound] = useState<FoundStore | null>(null);
  const [stated, setStated] = useState<StatedPricing | null>(null);
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
  /** What was read belongs to the store that was typed then. */
  const back = (): void => {
    setFound(null);
    look.reset();
    connect.reset();
  };
  return {
    typed,
    type: (change: Partial<TypedStore>) => {
      setTyped({ ...typed, ...change });
      back();
    },
    /** From what the store says to the form that was typed. */
    back,
    found,
    stated,
    setStated,
    submit: () => {
      const request = requestOf(typed);
      if (found && stated) connect.mutate({ ...request, pricing: pricingRequest(stated) });
      // Given with the call, so that the answer of a store that was typed before is dropped.
      else
        look.mutate(request, {
          onSuccess: (answer) => {
            setFound(answer);
            setStated(firstStatement(answer, known));
          },
        });
    },
    isPending: connect.isPending || look.isPending,
    failure: error ? failureOf(error) : null,
  };
}

export type Connecting = ReturnType<typeof useConnecting>;

const requestOf = ({ kind, url, signIn, access }: TypedStore): Inputs["integrations"]["connect"] =>
  kind === "sandbox" ? { kind } : { kind, url, credentials: vendureCredentials(signIn, access) };
