import type { Metadata } from "next";
import { SettingsList } from "./settings-list";

export const metadata: Metadata = { title: "Settings" };

export default function Page() {
  return <SettingsList />;
}
