import type { Metadata } from "next";
import { SupportPage } from "./support-page";

export const metadata: Metadata = { title: "Support access" };

export default function Page() {
  return <SupportPage />;
}
