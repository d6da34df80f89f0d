"use client";

import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { Tooltip } from "@/app/_components/ui/tooltip";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { scopesInShort } from "../keys/scope-text";
import { EndGrant } from "./end-grant";
import type { Grant } from "./grant";
import { channels, clientDetail, endText } from "./grant-text";

const STATES = {
  active: { label: "Active", tone: "accent" },
  expired: { label: "Expired", tone: "neutral" },
  ended: { label: "Ended", tone: "neutral" },
} as const;

/** The applications with the person they act for, their scopes and their last use. */
export function GrantsTable({ grants }: { grants: readonly Grant[] }) {
  const [ending, setEnding] = useState<Grant | null>(null);
  return (
    <>
      <Table caption="Applications">
        <TableHead>
          <tr>
            <Th>Application</Th>
            <Th wideOnly>Acts for</Th>
            <Th wideOnly>May do</Th>
            <Th>State</Th>
            <Th wideOnly numeric>
              Last used
            </Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </TableHead>
        <TableBody>
          {grants.map((grant) => (
            <GrantRow key={grant.id} of={grant} onEnd={() => setEnding(grant)} />
          ))}
        </TableBody>
      </Table>
      {ending ? <EndGrant of={ending} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

function GrantRow({ of: grant, onEnd }: { of: Grant; onEnd: () => void }) {
  const state = STATES[grant.state];
  const end = endText(grant);
  return (
    <TableRow>
      <Td className="w-full max-w-0 md:w-auto md:max-w-72">
        <TwoLines title={grant.client.name} detail={clientDetail(grant)} />
      </Td>
      <Td wideOnly>{grant.own ? "You" : (grant.person ?? "someone who left")}</Td>
      <Td wideOnly>
        <Tooltip content={grant.scopes.join(", ")}>
          {scopesInShort(grant.scopes)} · {channels(grant)}
        </Tooltip>
      </Td>
      <Td>
        {end === null ? (
          <Badge tone={state.tone}>{state.label}</Badge>
        ) : (
          <Tooltip content={end}>
            <Badge tone={state.tone}>{state.label}</Badge>
            <span className="sr-only">. {end}</span>
          </Tooltip>
        )}
      </Td>
      <Td wideOnly numeric className="text-ink-soft">
        {grant.last_used_at ? <Age at={grant.last_used_at} phrase /> : "never"}
      </Td>
      <Td className="w-16">
        {grant.state === "active" ? (
          <Button size="sm" onClick={onEnd} aria-label={`End the access of ${grant.client.name}`}>
            End
          </Button>
        ) : null}
      </Td>
    </TableRow>
  );
}
