"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { scopeChoices } from "@/app/w/[workspace]/settings/keys/scope-text";
import type { Scope } from "@/server/domain/permissions";
import type { ConsentDecision, ConsentRequest, ConsentWorkspace } from "@/server/oauth/schemas";
import { sendDecision } from "./consent-calls";
import { channelText, clientText, redirectText } from "./consent-text";
import { WorkspaceChoice } from "./workspace-choice";

/** Shows which application requests which scopes for which workspace. Only the person's decision grants access. */
export function ConsentForm({ page, asked }: { page: string; asked: ConsentRequest }) {
  const offered = asked.workspaces.filter(({ blocker }) => blocker === null);
  const [workspace, setWorkspace] = useState<ConsentWorkspace | null>(offered[0] ?? null);
  const [left, setLeft] = useState<ReadonlySet<Scope>>(new Set());
  const decide = useMutation({
    mutationFn: (decision: ConsentDecision) => sendDecision(page, decision),
    onSuccess: ({ location }) => window.location.assign(location),
  });
  const choices = scopeChoices(workspace?.role ?? "viewer").filter(({ scope }) =>
    asked.scopes.includes(scope),
  );
  const chosen = choices.flatMap(({ scope, allowed }) => (allowed && !left.has(scope) ? [scope] : []));
  const busy = decide.isPending || decide.isSuccess;
  const { proof } = asked;

  return (
    <div className="flex flex-col gap-5">
      <Asker asked={asked} />
      <WorkspaceChoice of={asked.workspaces} chosen={workspace} onChange={setWorkspace} />
      <fieldset>
        <legend className="mb-1 text-[13px] leading-5 font-[560]">What it may do, in your name</legend>
        {choices.map(({ scope, label, allowed }) => (
          <CheckboxRow
            key={scope}
            label={label}
            detail={allowed ? scope : `${scope} · not in your role`}
            disabled={!allowed || busy}
            checked={allowed && !left.has(scope)}
            onCheckedChange={(checked) => setLeft(changed(left, scope, checked !== true))}
          />
        ))}
      </fieldset>
      {decide.error ? <Banner tone="bad">{decide.error.message}</Banner> : null}
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          wide
          disabled={workspace === null || chosen.length === 0}
          loading={busy && decide.variables?.allow === true}
          onClick={() =>
            workspace && decide.mutate({ proof, allow: true, workspace_id: workspace.id, scopes: chosen })
          }
        >
          Allow
        </Button>
        <Button
          size="lg"
          wide
          disabled={busy}
          loading={busy && decide.variables?.allow === false}
          onClick={() => decide.mutate({ proof, allow: false })}
        >
          Do not allow
        </Button>
      </div>
      <p className="text-ink-soft">
        It never gets more than your own role has. You can end its access at any time in the workspace’s
        settings, under Applications.
      </p>
    </div>
  );
}

function Asker({ asked }: { asked: ConsentRequest }) {
  const { client, redirect } = asked;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty">
        <strong className="font-[640] break-words">{client.name}</strong> wants to act for you (
        <span className="wrap-anywhere">{asked.person}</span>) {channelText(asked.resources)}.
      </p>
      <Banner tone={client.kind === "registered" ? "good" : "info"}>{clientText(client)}</Banner>
      <Banner tone={redirect.kind === "web" ? "info" : "warn"}>
        <span className="break-words">{redirectText(redirect)}</span>
      </Banner>
    </div>
  );
}

function changed(set: ReadonlySet<Scope>, scope: Scope, present: boolean): ReadonlySet<Scope> {
  const next = new Set(set);
  if (present) next.add(scope);
  else next.delete(scope);
  return next;
}
