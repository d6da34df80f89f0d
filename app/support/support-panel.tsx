"use client";

import { useQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import Link from "next/link";
import { Wordmark } from "@/app/_components/shell/mark";
import { Section } from "@/app/_components/shell/section";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { AskForm } from "./ask-form";
import { OwnRequest } from "./own-request";

const RELOAD_INTERVAL_MS = 15_000;

/** The support staff's page: they request access from owners and open the workspaces that were allowed. */
export function SupportPanel({ email }: { email: string }) {
  const trpc = useTRPC();
  const query = useQuery({ ...trpc.staff.requests.queryOptions(), refetchInterval: RELOAD_INTERVAL_MS });
  return (
    <main className="mx-auto min-h-dvh max-w-3xl pb-16">
      <div className="flex items-center justify-between px-5 pt-6 max-md:px-4">
        <Wordmark />
        <Link href="/" className="text-ink-soft underline decoration-control underline-offset-4">
          Back
        </Link>
      </div>
      <PageHeader title="Support" meta={email} plain />
      <div className="flex flex-col gap-8 px-5 max-md:px-4">
        <AskForm />
        <Section title="Your requests">
          <QueryView query={query} what="your requests">
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState icon={<LifeBuoy aria-hidden />} title="You have not asked anybody yet" />
              ) : (
                <ul className="flex flex-col gap-3">
                  {data.map((request) => (
                    <OwnRequest key={request.id} request={request} />
                  ))}
                </ul>
              )
            }
          </QueryView>
        </Section>
      </div>
    </main>
  );
}
