"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Section } from "@/app/_components/shell/section";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { SwitchRow } from "@/app/_components/ui/switch";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";
import { timeZoneOptions } from "../time-zone-options";
import { DIGEST_OPTIONS, SWITCHES } from "./topic-text";

type Notifications = Outputs["notifications"]["get"];

/** The reader's mail settings for this workspace; every change takes effect at once. */
export function NotificationsPage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.notifications.get.queryOptions({}));
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <QueryView query={query} what="your notifications">
        {(found) => <Choices found={found} />}
      </QueryView>
    </div>
  );
}

function Choices({ found }: { found: Notifications }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.notifications.change.mutationOptions({
      onError: notifyFailure("The choice was not changed"),
      onSettled: () => queryClient.invalidateQueries(trpc.notifications.pathFilter()),
    }),
  );
  const settings = change.isPending ? { ...found, ...change.variables } : found;
  const switches = SWITCHES.filter(({ topic }) => found.topics.includes(topic));
  return (
    <>
      {switches.length > 0 ? (
        <Section title="Mail me when">
          {switches.map(({ topic, label, detail }) => (
            <SwitchRow
              key={topic}
              label={label}
              detail={detail}
              checked={settings[topic]}
              disabled={change.isPending}
              onCheckedChange={(on) => change.mutate({ [topic]: on })}
            />
          ))}
        </Section>
      ) : null}
      <Digest settings={settings} busy={change.isPending} onChange={change.mutate} />
    </>
  );
}

function Digest(props: {
  settings: Pick<Notifications, "digest" | "time_zone">;
  busy: boolean;
  onChange: (change: { digest?: Notifications["digest"]; time_zone?: string }) => void;
}) {
  const { settings, busy, onChange } = props;
  const choose = (value: string) => {
    const digest = DIGEST_OPTIONS.find((option) => option.value === value)?.value;
    if (digest !== undefined) onChange({ digest });
  };
  return (
    <Section title="Digest">
      <div className="flex flex-col gap-4">
        <Field
          label="How often"
          hint="Prices that moved with their margins, runs, alerts, and how many page checks are used."
        >
          <Select value={settings.digest} onValueChange={choose} disabled={busy} options={DIGEST_OPTIONS} />
        </Field>
        <Field
          label="Time zone"
          hint="Digests are sent at seven in the morning in this time zone, and their times are in it."
        >
          <Select
            value={settings.time_zone}
            onValueChange={(zone) => onChange({ time_zone: zone })}
            disabled={busy}
            options={timeZoneOptions(settings.time_zone)}
          />
        </Field>
      </div>
    </Section>
  );
}
