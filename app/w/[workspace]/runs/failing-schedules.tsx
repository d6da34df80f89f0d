"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Banner } from "@/app/_components/ui/banner";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";

/** One line for each schedule that stopped working; nothing while all work. */
export function FailingSchedules() {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const { data } = useQuery(trpc.schedules.list.queryOptions({}));
  return data?.data
    .filter(({ enabled, failing }) => enabled && failing !== null)
    .map(({ id, name, failing }) => (
      <Banner key={id} tone="bad" edge title={`The schedule “${name}” stopped working.`}>
        {failing?.reason}{" "}
        <Link className="underline underline-offset-4" href={href("/settings/schedules")}>
          See the schedule
        </Link>
      </Banner>
    ));
}
