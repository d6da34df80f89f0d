"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { CopyButton } from "@/app/_components/ui/copy-field";
import { DialogButton } from "@/app/_components/ui/form-dialog";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { QueryView } from "@/app/_trpc/query-view";
import { REHEARSED_FAULTS } from "@/server/domain/rehearsals/faults";
import { EditShopPrice } from "./edit-shop-price";
import { FaultForm } from "./fault-form";
import type { FaultSwitch } from "./fault-switch";
import type { Integration } from "./integration";

const RELOAD_INTERVAL_MS = 2_000;

/** What a sandbox store can do wrong on request, each fault with its switch. */
export function FaultSwitches({ store }: { store: Integration }) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.rehearsals.get.queryOptions({ integration_id: store.id }),
    refetchInterval: ({ state }) => (state.data?.switches.some(({ on }) => on) ? RELOAD_INTERVAL_MS : false),
  });
  return (
    <Section title="Rehearse what can go wrong" aside={<EditShopPrice store={store} />}>
      <p className="max-w-2xl text-ink-soft">
        Nobody buys here, so you can see what a failing shop does to your prices, your people and your
        scripts. Switch a fault on, approve a price, and compare.
      </p>
      <QueryView query={query} what="the faults">
        {({ switches }) => (
          <ul className="mt-3">
            {switches.map((each) => (
              <Fault key={each.fault} store={store} fault={each} />
            ))}
          </ul>
        )}
      </QueryView>
      <p className="mt-3 flex flex-wrap items-center gap-x-1 text-xs text-ink-dim">
        Scripts switch them with a key that has rehearsals:write; this store’s id is
        <span className="font-mono break-all">{store.id}</span>
        <CopyButton value={store.id} label="Copy the store’s id" />
      </p>
    </Section>
  );
}

function Fault({ store, fault }: { store: Integration; fault: FaultSwitch }) {
  const { title, happens, expect } = REHEARSED_FAULTS[fault.fault];
  return (
    <li className="flex flex-col gap-2 border-t border-line-soft py-3 md:flex-row md:items-start md:gap-6">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-[560]">
          {title}
          {fault.on ? <Badge tone="warn">{onText(fault)}</Badge> : null}
        </h3>
        <p>{happens}</p>
        <p className="text-ink-soft">You should see: {expect}</p>
        {fault.met > 0 ? (
          <p className="text-xs text-ink-dim">
            Met {fault.met === 1 ? "once" : `${fault.met} times`}
            {fault.met_at ? (
              <>
                , last <Age at={fault.met_at} phrase />
              </>
            ) : null}
          </p>
        ) : null}
      </div>
      <div className="shrink-0">
        {fault.on ? <SwitchOff store={store} fault={fault} /> : <SwitchOn store={store} fault={fault} />}
      </div>
    </li>
  );
}

/** Returns how long a fault is still on: "On for the next 3 writes". */
function onText({ fault, remaining, seconds }: FaultSwitch): string {
  const call = REHEARSED_FAULTS[fault].meets === "look" ? "price" : "write";
  const length = seconds === null ? "" : `, ${seconds} s`;
  if (remaining === null) return `On for every ${call}${length}`;
  return `On for the next ${remaining === 1 ? call : `${remaining} ${call}s`}${length}`;
}

function SwitchOn({ store, fault }: { store: Integration; fault: FaultSwitch }) {
  const { title } = REHEARSED_FAULTS[fault.fault];
  return (
    <DialogButton
      trigger={
        <Button size="sm" aria-label={`Switch on: ${title}`}>
          Switch on
        </Button>
      }
    >
      {(close) => <FaultForm store={store} fault={fault} onDone={close} />}
    </DialogButton>
  );
}

function SwitchOff({ store, fault }: { store: Integration; fault: FaultSwitch }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutation(
    trpc.rehearsals.switchOff.mutationOptions({
      onError: notifyFailure("It is not switched off"),
      onSettled: () => queryClient.invalidateQueries(trpc.rehearsals.pathFilter()),
    }),
  );
  return (
    <Button
      size="sm"
      aria-label={`Switch off: ${REHEARSED_FAULTS[fault.fault].title}`}
      loading={end.isPending}
      onClick={() => end.mutate({ integration_id: store.id, fault: fault.fault })}
    >
      Switch off
    </Button>
  );
}
