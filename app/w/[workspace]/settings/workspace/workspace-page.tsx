"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { SwitchRow } from "@/app/_components/ui/switch";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { QueryView } from "@/app/_trpc/query-view";
import { useSummary } from "../../_frame/nav-items";
import { Checks } from "./checks";
import { PlanAndUsage } from "./plan-and-usage";
import { PriorPriceSetting } from "./prior-price";
import { ShopPricing } from "./shop-pricing";
import { TimeZone } from "./time-zone";
import { useSettingChange } from "./use-setting-change";

type Settings = Outputs["workspace"]["settings"];

/** The workspace's settings: its name, plan and usage, and the permissions of agents. */
export function WorkspacePage() {
  const trpc = useTRPC();
  const settings = useQuery(trpc.workspace.settings.queryOptions({}));
  const status = useQuery(trpc.workspace.status.queryOptions({}));
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <QueryView query={settings} what="the settings">
        {(found) => (
          <>
            <NameForm settings={found} />
            <ShopPricing />
            <TimeZone settings={found} />
            <PriorPriceSetting settings={found} />
            <Checks settings={found} />
            <Decisions settings={found} />
            <Agents settings={found} />
          </>
        )}
      </QueryView>
      <QueryView query={status} what="the plan">
        {(found) => <PlanAndUsage status={found} />}
      </QueryView>
    </div>
  );
}

function NameForm({ settings }: { settings: Settings }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { may } = useWorkspace();
  const [name, setName] = useState(settings.name);
  const change = useMutation(
    trpc.workspace.change.mutationOptions({
      onSuccess: () => {
        notify({ title: "Renamed" });
        router.refresh();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.workspace.settings.pathFilter()),
    }),
  );
  const failure = change.error ? failureOf(change.error) : null;
  const owner = may("settings:workspace");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ name });
      }}
    >
      <div className="flex items-start gap-3">
        <Field
          label="Name"
          className="flex-1"
          error={issueAt(failure, "name")}
          hint={owner ? undefined : "Only owners can rename it."}
        >
          <Input
            required
            maxLength={100}
            disabled={!owner}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {owner ? (
          <Button
            type="submit"
            className="mt-[26px]"
            disabled={name.trim() === settings.name}
            loading={change.isPending}
          >
            Rename
          </Button>
        ) : null}
      </div>
      {failure && failure.issues.length === 0 ? (
        <Banner tone="bad" className="mt-3">
          {failure.message}
        </Banner>
      ) : null}
    </form>
  );
}

function Decisions({ settings }: { settings: Settings }) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const now = useSummary()?.decides_once ?? false;
  const isOn = settings.decides_once ?? now;
  const change = useSettingChange([trpc.workspace.summary.pathFilter()]);
  return (
    <Section title="Decisions">
      <SwitchRow
        label="Accepting a price approves it"
        detail={`${
          isOn
            ? "Anyone who may do both accepts and approves in one press, one price or all that match. A rule for two people still needs another person."
            : "A price that somebody accepted waits in the inbox until it is approved."
        }${settings.decides_once === null ? " Until you choose, it is on while you are the only member." : ""}`}
        disabled={!may("settings:workspace") || change.isPending}
        checked={isOn}
        onCheckedChange={(checked) => change.mutate({ decides_once: checked })}
      />
    </Section>
  );
}

function Agents({ settings }: { settings: Settings }) {
  const { may } = useWorkspace();
  const change = useSettingChange();
  return (
    <Section title="Agents">
      <SwitchRow
        label="Agents may approve prices"
        detail={
          settings.agents_may_approve
            ? "An agent that somebody has given access may approve, reject and take back prices, and release held runs. Approved prices go to the store at once."
            : "An agent that somebody has given access proposes and explains. It cannot approve, reject, take back or release: for that it points a person to the inbox."
        }
        disabled={!may("settings:workspace") || change.isPending}
        checked={settings.agents_may_approve}
        onCheckedChange={(checked) => change.mutate({ agents_may_approve: checked })}
      />
    </Section>
  );
}
