"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PricingFields } from "@/app/_components/pricing/pricing-fields";
import { initialPricing, pricingRequest } from "@/app/_components/pricing/typed-pricing";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { QueryView } from "@/app/_trpc/query-view";

type Pricing = Outputs["workspace"]["pricing"];

/** The shop's price settings: every member reads them, admins and owners change and confirm them. */
export function ShopPricing() {
  const query = useQuery(useTRPC().workspace.pricing.queryOptions({}));
  return (
    <Section title="Currency and VAT">
      <QueryView query={query} what="currency and VAT">
        {(pricing) => (
          <>
            <Mismatches pricing={pricing} />
            <PricingForm
              key={`${pricing.currency} ${pricing.prices_include_vat} ${pricing.vat_rate} ${pricing.confirmed_at}`}
              pricing={pricing}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Mismatches({ pricing }: { pricing: Pricing }) {
  const { contradictions, notices } = pricing;
  return (
    <>
      {contradictions.length > 0 ? (
        <Banner tone="bad" title="Runs and approvals wait." className="mb-3">
          {contradictions.map(({ message }) => message).join(" ")}
        </Banner>
      ) : null}
      {notices.length > 0 ? (
        <Banner tone="info" className="mb-3">
          {notices.join(" ")}
        </Banner>
      ) : null}
    </>
  );
}

function PricingForm({ pricing }: { pricing: Pricing }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { may } = useWorkspace();
  const allowed = may("settings:policy");
  const unsaid = pricing.confirmed_at === null && !pricing.prices_include_vat;
  const [stated, setStated] = useState(() =>
    initialPricing({ ...pricing, prices_include_vat: unsaid ? null : pricing.prices_include_vat }),
  );
  const set = useMutation(
    trpc.workspace.setPricing.mutationOptions({
      onSuccess: () =>
        notify({ title: "Confirmed", detail: "Start a run to see every margin counted this way." }),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const failure = set.error ? failureOf(set.error) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    set.mutate(pricingRequest(stated));
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {failure && !failure.issues.some(({ path }) => FIELDS.includes(path)) ? (
        <Banner tone="bad">{failure.issues[0]?.message ?? failure.message}</Banner>
      ) : null}
      <PricingFields
        value={stated}
        onChange={setStated}
        errorAt={(path) => issueAt(failure, path)}
        disabled={!allowed}
      />
      {allowed ? (
        <Button
          type="submit"
          variant={pricing.confirmed_at === null ? "primary" : "secondary"}
          loading={set.isPending}
          disabled={stated.vat === null}
          className="self-start"
        >
          {pricing.confirmed_at === null ? "Confirm" : "Save"}
        </Button>
      ) : (
        <p className="text-ink-dim">Admins and owners set how prices are stated.</p>
      )}
    </form>
  );
}

const FIELDS = ["currency", "prices_include_vat", "vat_rate"];
