"use client";

import { clsx } from "clsx";
import { Tabs as RadixTabs } from "radix-ui";
import type { ComponentProps } from "react";

export const Tabs = RadixTabs.Root;

/** The row of tabs; scrolls sideways where it does not fit. */
export function TabsList({ className, ...rest }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={clsx("flex gap-5 overflow-x-auto border-b border-line", className)}
      {...rest}
    />
  );
}

const tabClass = clsx(
  "-mb-px inline-flex shrink-0 items-center gap-2 border-b-2 border-transparent py-2 whitespace-nowrap text-ink-soft hover:text-ink",
  "focus-visible:-outline-offset-2 max-md:min-h-11 max-md:min-w-11",
);

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={clsx(
        tabClass,
        "data-[state=active]:border-ink data-[state=active]:font-[560] data-[state=active]:text-ink",
        className,
      )}
      {...rest}
    />
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content className={clsx("pt-4", className)} {...rest} />;
}
