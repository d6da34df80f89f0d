"use client";

import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Kbd } from "@/app/_components/ui/kbd";
import { SwitchRow } from "@/app/_components/ui/switch";
import type { Hotkey } from "./hotkey";

const PRINTED: Record<string, string> = {
  " ": "Space",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** The list of the current page's keys, and the switch that turns single-letter keys off. */
export function KeyHelp(props: {
  keys: ReadonlyMap<string, Hotkey>;
  onClose: () => void;
  allowed: boolean;
  onAllowedChange: (allowed: boolean) => void;
}) {
  const rows = [...groupByLabel(props.keys)];
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent title="Keys" width="sm">
        <dl>
          {rows.map(([label, keys]) => (
            <Row key={label} label={label} keys={keys} />
          ))}
          <Row label="Search and go anywhere" keys={["⌘K", "Ctrl K"]} />
          <Row label="Show this list" keys={["?"]} />
        </dl>
        <div className="mt-2 -mb-2 border-t border-line pt-1">
          <SwitchRow
            label="Single-letter keys"
            detail="Turn this off if letters do things that you do not mean."
            checked={props.allowed}
            onCheckedChange={props.onAllowedChange}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function groupByLabel(keys: ReadonlyMap<string, Hotkey>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, { label }] of keys) groups.set(label, [...(groups.get(label) ?? []), key]);
  return groups;
}

function Row({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{PRINTED[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</Kbd>
        ))}
      </dd>
    </div>
  );
}
