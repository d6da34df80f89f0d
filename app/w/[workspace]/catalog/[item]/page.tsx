import type { Metadata } from "next";
import { ItemPage } from "./item-page";

export const metadata: Metadata = { title: "Item" };

export default async function Page({ params }: { params: Promise<{ item: string }> }) {
  return <ItemPage id={(await params).item} />;
}
