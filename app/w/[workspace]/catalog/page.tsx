import type { Metadata } from "next";
import { CatalogPage } from "./catalog-page";
import { servedCatalog } from "./served-catalog";

export const metadata: Metadata = { title: "Catalog" };

export default async function Page(props: {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { workspace } = await props.params;
  return <CatalogPage served={await servedCatalog(workspace, await props.searchParams)} />;
}
