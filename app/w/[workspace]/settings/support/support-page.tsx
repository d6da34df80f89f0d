"use client";

import { useQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { OnlyFor } from "@/app/_session/only-for";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { SupportRequestCard } from "./support-request";

const RELOAD_INTERVAL_MS = 15_000;

/** The support staff's requests and sessions: who, why, when, and what they read. */
export function SupportPage() {
  return (
    <OnlyFor permission="settings:workspace">
      <Ledger />
    </OnlyFor>
  );
}

function Ledger() {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.support.list.queryOptions({}), refetchInterval: RELOAD_INTERVAL_MS });
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <p className="max-w-2xl text-pretty text-ink-soft">
        Support sees nothing here until you give a code. With it one person looks for at most an hour, as a
        viewer: they can change nothing and see no keys. Every page they read is logged.
      </p>
      <QueryView query={query} what="the support requests">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<LifeBuoy aria-hidden />} title="Support has never asked to look">
              When somebody does, their reason stands here and owners get a mail.
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-4">
              {data.map((request) => (
                <SupportRequestCard key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </div>
  );
}
