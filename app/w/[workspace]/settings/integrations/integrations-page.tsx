"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { OnlyFor } from "@/app/_session/only-for";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { ConnectStore } from "./connect-store";
import { ConnectedStore } from "./connected-store";
import { FaultSwitches } from "./fault-switches";
import type { Integration } from "./integration";
import { SandboxLog } from "./sandbox-log";
import type { StoreKind } from "./store-kind";

const RELOAD_INTERVAL_MS = 1_500;

const syncing = ({ sync_status: status }: Integration) => status === "queued" || status === "running";

/** The store that prices are read from and written to. */
export function IntegrationsPage() {
  return (
    <OnlyFor permission="settings:integrations">
      <Integrations />
    </OnlyFor>
  );
}

function Integrations() {
  const trpc = useTRPC();
  const query = useQuery(trpc.integrations.kinds.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  return (
    <QueryView query={query} what="the kinds of stores">
      {({ data }) => <Stores kinds={data} />}
    </QueryView>
  );
}

function Stores({ kinds }: { kinds: readonly StoreKind[] }) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.integrations.list.queryOptions({}),
    refetchInterval: ({ state }) => (state.data?.data.some(syncing) ? RELOAD_INTERVAL_MS : false),
  });
  return (
    <QueryView query={query} what="the stores">
      {({ data }) => {
        const connected = data.find(({ status }) => status !== "disconnected");
        const past = data.filter(({ status }) => status === "disconnected");
        return (
          <div className="flex flex-col gap-8">
            {connected ? (
              <ConnectedStore store={connected} kinds={kinds} />
            ) : (
              <EmptyState
                small
                icon={<Store />}
                title="No store connected"
                action={<ConnectStore kinds={kinds} />}
              >
                A connected store fills the catalog, and approved prices are written to it, each exactly once.
              </EmptyState>
            )}
            {connected?.kind === "sandbox" ? (
              <>
                <FaultSwitches store={connected} />
                <SandboxLog />
              </>
            ) : null}
            {past.length > 0 ? <PastStores stores={past} /> : null}
          </div>
        );
      }}
    </QueryView>
  );
}

function PastStores({ stores }: { stores: readonly Integration[] }) {
  return (
    <Section title="Connected before">
      <ul>
        {stores.map((store) => (
          <li
            key={store.id}
            className="flex justify-between gap-4 border-t border-line-soft py-2 text-ink-soft"
          >
            <span className="truncate">
              {store.name} · {store.title}
            </span>
            <span>
              disconnected <Age at={store.disconnected_at} phrase />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
