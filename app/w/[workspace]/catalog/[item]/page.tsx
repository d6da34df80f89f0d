import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { ItemPage } from "./item-page";

export const metadata: Metadata = { title: "Item" };

export default async function Page({ params }: { params: Promise<{ workspace: string; item: string }> }) {
  const { workspace, item: item_id } = await params;
  return (
    <ServedQueries
      workspaceId={workspace}
      ask={({ catalog }) => [catalog.get.queryOptions({ item_id }), catalog.offers.queryOptions({ item_id })]}
    >
      <ItemPage id={item_id} />
    </ServedQueries>
  );
}
