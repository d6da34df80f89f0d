"use client";

import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { OnlyFor } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { GrantsTable } from "./grants-table";

/** Applications with access to this workspace: all of them for admins and owners, one's own for other members. */
export function GrantsPage() {
  return (
    <OnlyFor permission="workspace:read">
      <Grants />
    </OnlyFor>
  );
}

function Grants() {
  const { may } = useWorkspace();
  const query = useQuery(useTRPC().grants.list.queryOptions({}));
  const everyones = may("settings:tokens");
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-xl text-ink-soft">
        {everyones ? "Applications that members let" : "Applications that you let"} act here, such as agents.
        Each acts for one person, never with more than that person’s role. Ending one acts on its next
        request.
      </p>
      <QueryView query={query} what="the applications">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<Plug />} title="No applications yet">
              Connect one from the application itself; it leads you here to allow it.
            </EmptyState>
          ) : (
            <GrantsTable grants={data} />
          )
        }
      </QueryView>
    </div>
  );
}
