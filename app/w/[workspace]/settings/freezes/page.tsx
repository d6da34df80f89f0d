import type { Metadata } from "next";
import { FreezesPage } from "./freezes-page";

export const metadata: Metadata = { title: "Freezes" };

export default function Page() {
  return <FreezesPage />;
}
