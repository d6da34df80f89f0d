"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PricingFields } from "@/app/_components/pricing/pricing-fields";
import { pricingRequest, type TypedPricing } from "@/app/_components/pricing/typed-pricing";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { browserTimeZone } from "./browser-time-zone";

const PRICING = ["currency", "prices_include_vat", "vat_rate"];

/** Creates another workspace from its name and its price settings, and opens it. */
export function NewWorkspaceForm() {
  const create = useMutation(
    useTRPC().account.createWorkspace.mutationOptions({
      onSuccess: ({ workspace_id: id }) => window.location.assign(`/w/${id}`),
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;

  const [stated, setStated] = useState<TypedPricing>({ currency: "EUR", vat: null, percent: "" });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    create.mutate({ name, time_zone: browserTimeZone(), pricing: pricingRequest(stated) });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <Field
        label="Name"
        hint="Usually the shop's name."
        error={PRICING.includes(failure?.issues[0]?.path ?? "") ? undefined : failure?.issues[0]?.message}
      >
        <Input name="name" maxLength={100} autoFocus autoComplete="organization" />
      </Field>
      <PricingFields value={stated} onChange={setStated} errorAt={(path) => issueAt(failure, path)} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={create.isPending || create.isSuccess}
        className="mt-1"
      >
        Create the workspace
      </Button>
    </form>
  );
}
