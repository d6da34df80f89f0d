"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, parseAsInteger, useQueryState } from "nuqs";
import { useRef, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { whenOpened } from "@/app/_components/when-opened";
import { OnlyFor, refusalText } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { isDraftStored } from "./draft-storage";
import { PolicySummary } from "./policy-summary";
import { Versions } from "./versions";

// Most visits read: the editor with its checks, and earlier versions, come when they are opened.
const PolicyEditor = whenOpened(async () => (await import("./policy-editor")).PolicyEditor);
const OlderVersion = whenOpened(async () => (await import("./older-version")).OlderVersion);

const Editing = parseAsBoolean.withDefault(false).withOptions({ history: "push" });

/** The pricing policy: what it says, its versions, and on request an editor to try and activate a draft. */
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
          {shown === null || shown === policy.version ? (
            <ActiveVersion policy={policy} />
          ) : (
            <OlderVersion policy={policy} version={shown} onClose={() => void setShown(null)} />
          )}
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

/** The active version in words, and its editor where somebody opened it or left a draft. */
function ActiveVersion({ policy }: { policy: Outputs["policy"]["get"] }) {
  const { id, role, may } = useWorkspace();
  const [isEditing, setEditing] = useQueryState("edit", Editing);
  const [isDrafted, setDrafted] = useState(() => isDraftStored(id));
  const place = useRef<HTMLDivElement>(null);
  const open = (next: boolean) => {
    // The button that was pressed goes, and the focus with it.
    place.current?.focus();
    setDrafted(false);
    void setEditing(next);
  };
  const isOpen = isEditing || isDrafted;
  const mayChange = may("settings:policy");
  return (
    <div ref={place} tabIndex={-1} className="flex min-w-0 flex-col gap-6 outline-none">
      {isOpen ? (
        <PolicyEditor key={policy.version} policy={policy} onClose={() => open(false)} />
      ) : mayChange ? null : (
        <p className="text-ink-soft">{refusalText(role, "settings:policy", "change it")}</p>
      )}
      <PolicySummary
        policy={policy}
        action={
          isOpen ? null : (
            <Button variant={mayChange ? "primary" : "secondary"} onClick={() => open(true)}>
              {mayChange ? "Change the policy" : "Show the form and the JSON"}
            </Button>
          )
        }
      />
    </div>
  );
}
