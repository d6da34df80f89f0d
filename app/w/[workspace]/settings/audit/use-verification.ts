"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_trpc/client";

type Part = Outputs["audit"]["verify"];

/** The result of a verification of the whole log. */
export type Verification = {
  readonly events: string;
  readonly since: string | null;
  readonly until: string | null;
  readonly fault: Part["fault"];
};

/**
 * Verifies the log from its first event, one bounded part after another; `done` is the part of it that is behind, 0 to
 * 1.
 */
export function useVerification() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const verification = useMutation({
    mutationFn: async (): Promise<Verification> => {
      setDone(0);
      let since: string | null = null;
      let until: string | null = null;
      let before: Part | null = null;
      for (;;) {
        const input = before === null ? {} : { after: before.point, end: before.end };
        const part: Part = await client.fetchQuery(
          trpc.audit.verify.queryOptions(input, { staleTime: 0, gcTime: 0 }),
        );
        since ??= part.first_at;
        until = part.last_at ?? until;
        setDone(shareOf(part));
        if (part.fault !== null || part.point.seq === part.end.seq)
          return { events: part.point.seq, since, until, fault: part.fault };
        before = part;
      }
    },
  });
  return { verification, done };
}

const shareOf = ({ point, end }: Part): number => (end.seq === "0" ? 1 : Number(point.seq) / Number(end.seq));
