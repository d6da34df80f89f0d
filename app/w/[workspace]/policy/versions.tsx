"use client";

import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import type { Outputs } from "@/app/_trpc/client";

type Policy = Outputs["policy"]["get"];

/** Every version with who activated it, when and why; the newest first. */
export function Versions(props: { policy: Policy; shown: number; onShow: (version: number) => void }) {
  const { policy } = props;
  return (
    <Section title="Versions">
      <ul>
        {policy.versions.map(({ version, saved_by: savedBy, created_at: at, note, restored }) => (
          <li key={version} className="border-t border-line-soft">
            <button
              type="button"
              aria-current={version === props.shown || undefined}
              onClick={() => props.onShow(version)}
              className="-mx-2 flex w-[calc(100%+16px)] items-start justify-between gap-2 rounded-lg px-2 py-2 text-left hover:bg-hover aria-current:bg-selected"
            >
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-[520]">
                  Version {version}
                  {version === policy.version ? <Badge tone="accent">Active</Badge> : null}
                </span>
                <span className="block truncate text-xs text-ink-dim">{savedBy}</span>
                {restored === null ? null : (
                  <span className="block text-xs text-ink-dim">Version {restored} brought back</span>
                )}
                {note === null ? null : <span className="block text-xs text-ink-soft">“{note}”</span>}
              </span>
              <Age at={at} className="text-xs text-ink-dim" />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
