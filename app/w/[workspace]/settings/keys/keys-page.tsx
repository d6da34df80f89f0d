"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { OnlyFor } from "@/app/_session/only-for";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { IssueKey } from "./issue-key";
import { KeysTable } from "./keys-table";
import { NewKeyDialog } from "./new-key-dialog";

/** The API keys of the workspace: create, rotate and revoke. A new key's secret is shown once. */
export function KeysPage() {
  return (
    <OnlyFor permission="settings:tokens">
      <Keys />
    </OnlyFor>
  );
}

function Keys() {
  const trpc = useTRPC();
  const query = useQuery(trpc.tokens.list.queryOptions({}));
  const [shown, setShown] = useState<{ secret: string; name: string } | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-ink-soft">
          A key lets a script act in this workspace in your name, within its scopes. Send it as{" "}
          <code className="font-mono text-[13px]">Authorization: Bearer pck_…</code>; see the{" "}
          <a className="underline decoration-control underline-offset-4" href="/reference">
            API reference
          </a>
          .
        </p>
        <IssueKey onIssued={(secret, name) => setShown({ secret, name })} />
      </div>
      <QueryView query={query} what="the keys">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<KeyRound />} title="No keys yet">
              Scripts and integrations sign in with a key instead of a person.
            </EmptyState>
          ) : (
            <KeysTable keys={data} onRotated={(secret, name) => setShown({ secret, name })} />
          )
        }
      </QueryView>
      <NewKeyDialog shown={shown} onClose={() => setShown(null)} />
    </div>
  );
}
