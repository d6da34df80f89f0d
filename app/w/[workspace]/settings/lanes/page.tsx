import type { Metadata } from "next";
import { LanesPage } from "./lanes-page";

export const metadata: Metadata = { title: "Lanes" };

export default function Page() {
  return <LanesPage />;
}
