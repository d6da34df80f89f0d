import type { Metadata } from "next";
import { LanesPage } from "./lanes-page";

export const metadata: Metadata = { title: "Auto-approval rules" };

export default function Page() {
  return <LanesPage />;
}
