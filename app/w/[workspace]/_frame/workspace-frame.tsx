"use client";

import { type ReactNode, useCallback } from "react";
import type { FindData } from "@/app/_components/keyboard/command-match";
import { useLocale } from "@/app/_components/pricing/locale";
import { AppShell } from "@/app/_components/shell/app-shell";
import type { Person } from "@/app/_session/person";
import { endDemoVisit, signOut } from "@/app/_session/sign-in-client";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { InterruptedCalls } from "@/app/_trpc/interrupted/interrupted-calls";
import { PLAN_NAMES } from "@/server/domain/plan/plans";
import { DelayedCallsProvider } from "../_decisions/delayed-calls-provider";
import { DemoBanner } from "./demo-banner";
import { FrameBanner } from "./frame-banner";
import { useDestinations, useNavItems, useSettingsItem } from "./nav-items";
import { useStartRun } from "./start-run";
import { StoreLine } from "./store-line";
import { SupportBanner } from "./support-banner";

/** The navigation around the pages of a workspace, with the counts of pending work. */
export function WorkspaceFrame({ person, children }: { person: Person; children: ReactNode }) {
  const { id, name, href, demoEndsAt } = useWorkspace();
  const items = useNavItems();
  const settings = useSettingsItem();
  const destinations = useDestinations();
  const run = useStartRun();
  const links = person.workspaces.map((workspace) => ({
    id: workspace.id,
    name: workspace.name,
    href: `/w/${workspace.id}`,
    detail: `${capital(workspace.role)} · ${PLAN_NAMES[workspace.plan]} plan`,
  }));
  return (
    <AppShell
      workspace={{ id, name, href: href() }}
      workspaces={links}
      newWorkspaceHref="/new-workspace"
      items={items}
      footerItems={[settings]}
      destinations={destinations}
      find={useFindData()}
      commands={run.commands}
      user={{ name: person.email, email: person.email }}
      onSignOut={() =>
        void (demoEndsAt === undefined ? signOut({ callbackUrl: "/sign-in" }) : endDemoVisit())
      }
      storeLine={<StoreLine />}
      banner={
        <>
          <InterruptedCalls person={person.email} workspaceId={id} />
          <DemoBanner />
          <SupportBanner />
          <FrameBanner email={person.email} />
        </>
      }
    >
      <DelayedCallsProvider>{children}</DelayedCallsProvider>
      {run.dialog}
    </AppShell>
  );
}

/** The code that presents what was found is loaded with the first search. */
function useFindData(): FindData {
  const client = useTRPCClient();
  const { href } = useWorkspace();
  const locale = useLocale();
  return useCallback(
    async (text) => {
      const [found, { foundDestinations }] = await Promise.all([
        client.search.find.query({ text }),
        import("./find-data"),
      ]);
      return foundDestinations(found, text, href, locale);
    },
    [client, href, locale],
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
