"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import { type SettingsGroup, useSettingsPages } from "../_frame/settings-pages";

/** The settings pages the reader may open, by group, each with what it is for. */
export function SettingsList() {
  return (
    <nav
      aria-label="Settings"
      className="grid max-w-5xl gap-x-8 gap-y-7 p-5 max-md:p-4 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]"
    >
      {useSettingsPages().map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </nav>
  );
}

function Group({ title, pages }: SettingsGroup) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 px-1 text-xs font-[600] text-ink-dim">
        {title}
      </h2>
      <ul className="overflow-hidden rounded-xl border border-line bg-panel">
        {pages.map(({ href, label, purpose }) => (
          <li key={href} className="border-b border-line-soft last:border-0">
            <Link href={href} className="flex min-h-14 items-center gap-3 px-3.5 py-2.5 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <span className="block font-[560]">{label}</span>
                <span className="block text-xs text-ink-dim">{purpose}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-dim" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
