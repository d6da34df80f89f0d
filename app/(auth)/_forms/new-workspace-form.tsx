"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";

/** Names another workspace and opens it. */
export function NewWorkspaceForm() {
  const create = useMutation(
    useTRPC().account.createWorkspace.mutationOptions({
      onSuccess: ({ workspace_id: id }) => window.location.assign(`/w/${id}`),
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    create.mutate({ name: String(new FormData(event.currentTarget).get("name") ?? "") });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {failure && failure.issues.length === 0 ? <Banner tone="bad">{failure.message}</Banner> : null}
      <Field
        label="Name"
        hint="Usually the shop's name."
        error={issueAt(failure, failure?.issues[0]?.path ?? "")}
      >
        <Input name="name" maxLength={100} autoFocus autoComplete="organization" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={create.isPending || create.isSuccess}
        className="mt-1"
      >
        Make the workspace
      </Button>
    </form>
  );
}
