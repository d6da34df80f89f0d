import type { Metadata } from "next";
import { PlanPage } from "./plan-page";

export const metadata: Metadata = { title: "Plan and usage" };

export default function Page() {
  return <PlanPage />;
}
