import type { ReactNode } from "react";
import { ApiProvider } from "@/app/_trpc/api-provider";

/** Pages for people who are in no workspace yet. */
export default function AuthPages({ children }: { children: ReactNode }) {
  return (
    <ApiProvider workspaceId={null} person={null}>
      {children}
    </ApiProvider>
  );
}
