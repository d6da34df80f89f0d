import type { ReactNode } from "react";
import { ApiProvider } from "@/app/_trpc/api-provider";

/** The frame of the pages outside of any workspace. */
export default function AuthPages({ children }: { children: ReactNode }) {
  return (
    <ApiProvider workspaceId={null} person={null}>
      {children}
    </ApiProvider>
  );
}
