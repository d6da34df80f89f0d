"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import type { Profile } from "./profile";

/** The person's name, which colleagues see beside the e-mail address. */
export function Name({ profile }: { profile: Profile }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState(profile.name ?? "");
  const change = useMutation(
    trpc.account.changeName.mutationOptions({
      onSuccess: () => notify({ title: "Your name is saved" }),
      onSettled: () => queryClient.invalidateQueries(trpc.account.profile.pathFilter()),
    }),
  );
  const failure = change.error ? failureOf(change.error) : null;
  return (
    <Section title="Name">
      <form
        className="flex items-start gap-3 max-md:flex-col max-md:items-stretch"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name });
        }}
      >
        <Field
          label="Your name"
          optional
          className="flex-1"
          error={failure ? (issueAt(failure, "name") ?? failure.message) : undefined}
        >
          <Input
            value={name}
            maxLength={100}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          loading={change.isPending}
          disabled={name.trim() === (profile.name ?? "")}
          className="md:mt-[26px]"
        >
          Save the name
        </Button>
      </form>
    </Section>
  );
}
