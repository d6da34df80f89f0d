import type { Metadata } from "next";
import { PolicyPage } from "./policy-page";

export const metadata: Metadata = { title: "Policy" };

export default function Page() {
  return <PolicyPage />;
}
