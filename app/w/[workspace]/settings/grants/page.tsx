import type { Metadata } from "next";
import { GrantsPage } from "./grants-page";

export const metadata: Metadata = { title: "Applications" };

export default function Page() {
  return <GrantsPage />;
}
