"use client";

import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { ActionMenu } from "@/app/_components/ui/action-menu";
import { Badge } from "@/app/_components/ui/badge";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { Tooltip } from "@/app/_components/ui/tooltip";
import { TwoLines } from "@/app/_components/ui/two-lines";
import type { Key } from "./key";
import { RevokeKey, RotateKey } from "./key-actions";
import { scopesInShort } from "./scope-text";

const STATES = {
  active: { label: "Active", tone: "accent" },
  replaced: { label: "Replaced", tone: "warn" },
  expired: { label: "Expired", tone: "neutral" },
  revoked: { label: "Revoked", tone: "neutral" },
} as const;

/** The keys with their scopes, issuer and last use. */
export function KeysTable(props: {
  keys: readonly Key[];
  onRotated: (secret: string, name: string) => void;
}) {
  const [asking, setAsking] = useState<{ what: "revoke" | "rotate"; key: Key } | null>(null);
  const done = () => setAsking(null);
  return (
    <>
      <Table caption="API keys">
        <TableHead>
          <tr>
            <Th>Key</Th>
            <Th wideOnly>May do</Th>
            <Th>State</Th>
            <Th wideOnly numeric>
              Last used
            </Th>
            <Th wideOnly numeric>
              Expires
            </Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </TableHead>
        <TableBody>
          {props.keys.map((key) => (
            <KeyRow key={key.id} of={key} onAsk={(what) => setAsking({ what, key })} />
          ))}
        </TableBody>
      </Table>
      {asking?.what === "revoke" ? <RevokeKey of={asking.key} onClose={done} /> : null}
      {asking?.what === "rotate" ? (
        <RotateKey of={asking.key} onClose={done} onRotated={props.onRotated} />
      ) : null}
    </>
  );
}

function KeyRow({ of: key, onAsk }: { of: Key; onAsk: (what: "revoke" | "rotate") => void }) {
  const state = STATES[key.state];
  const works = key.state === "active" || key.state === "replaced";
  return (
    <TableRow>
      <Td className="w-full max-w-0 md:w-auto md:max-w-72">
        <TwoLines
          title={key.name}
          detail={
            <>
              <span className="font-mono">
                {key.prefix}…{key.last4}
              </span>{" "}
              · {key.minted_by ?? "someone who left"}
            </>
          }
        />
      </Td>
      <Td wideOnly>
        <Tooltip content={key.scopes.join(", ")}>{scopesInShort(key.scopes)}</Tooltip>
      </Td>
      <Td>
        <Badge tone={state.tone}>{state.label}</Badge>
      </Td>
      <Td wideOnly numeric className="text-ink-soft">
        {key.last_used_at ? <Age at={key.last_used_at} phrase /> : "never"}
      </Td>
      <Td wideOnly numeric className="text-ink-soft">
        {key.expires_at ? <Age at={key.expires_at} phrase /> : "never"}
      </Td>
      <Td className="w-10">
        {works ? (
          <ActionMenu
            of={key.name}
            actions={[
              ...(key.state === "active" ? [{ label: "Rotate", onSelect: () => onAsk("rotate") }] : []),
              { label: "Revoke", tone: "danger", onSelect: () => onAsk("revoke") },
            ]}
          />
        ) : null}
      </Td>
    </TableRow>
  );
}
