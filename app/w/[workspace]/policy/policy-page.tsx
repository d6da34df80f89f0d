"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsInteger, useQueryState } from "nuqs";
import { OnlyFor } from "@/app/_session/only-for";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { PolicyEditor } from "./policy-editor";
import { PolicySummary } from "./policy-summary";
import { OlderVersion, Versions } from "./versions";

/**
 * The pricing policy: a summary, the versions, and an editor to try and activate a draft, which the others read.
 */
export function PolicyPage() {
  return (
    <OnlyFor permission="policies:read">
      <PolicyLoaded />
    </OnlyFor>
  );
}

function PolicyLoaded() {
  const trpc = useTRPC();
  const query = useQuery(trpc.policy.get.queryOptions({}));
  const [shown, setShown] = useQueryState("version", parseAsInteger);
  return (
    <QueryView query={query} what="the policy">
      {(policy) => (
        <div className="grid grid-cols-[minmax(0,1fr)_260px] 2xl:grid-cols-[minmax(0,1fr)_220px] gap-x-10 gap-y-8 max-lg:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-6">
            {shown === null || shown === policy.version ? (
              <>
                <PolicyEditor key={policy.version} policy={policy} />
                <PolicySummary document={policy.document} version={policy.version} />
              </>
            ) : (
              <OlderVersion policy={policy} version={shown} onClose={() => void setShown(null)} />
            )}
          </div>
          <Versions
            policy={policy}
            shown={shown ?? policy.version}
            onShow={(version) => void setShown(version)}
          />
        </div>
      )}
    </QueryView>
  );
}
