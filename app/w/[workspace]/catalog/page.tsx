import type { Metadata } from "next";
import { ServedQueries } from "@/app/_session/served-queries";
import { CatalogPage } from "./catalog-page";
import { listRequest, readCatalogParameters } from "./catalog-parameters";

export const metadata: Metadata = { title: "Catalog" };

export default async function Page(props: {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { workspace } = await props.params;
  const request = listRequest(readCatalogParameters(await props.searchParams));
  return (
    <ServedQueries workspaceId={workspace} ask={({ catalog }) => [catalog.list.queryOptions(request)]}>
      <CatalogPage />
    </ServedQueries>
  );
}
