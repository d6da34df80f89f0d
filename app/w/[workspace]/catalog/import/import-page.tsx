"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Banner } from "@/app/_components/ui/banner";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/app/_components/ui/tabs";
import { useWorkspace } from "@/app/_session/workspace";
import { Importing } from "./importing";

const KINDS = ["items", "observations", "offers", "earlier_prices"] as const;

/**
 * Imports a catalog, competitor prices, pages to watch or earlier prices from a CSV, XLSX or ODS file, which is checked
 * before it takes effect.
 */
export function ImportPage() {
  const { href, may } = useWorkspace();
  const [kind, setKind] = useQueryState("kind", parseAsStringLiteral(KINDS).withDefault("items"));
  return (
    <>
      <PageHeader title="Import a file" back={{ href: href("/catalog"), label: "the catalog" }} />
      <div className="max-w-3xl p-5 max-md:p-4">
        {may("catalog:write") ? (
          <Tabs
            value={kind}
            onValueChange={(value) => void setKind(KINDS.find((known) => known === value) ?? "items")}
          >
            <TabsList aria-label="What is imported">
              <TabsTrigger value="items">Catalog</TabsTrigger>
              <TabsTrigger value="observations">Competitor prices</TabsTrigger>
              <TabsTrigger value="offers">Competitor pages</TabsTrigger>
              <TabsTrigger value="earlier_prices">Earlier prices</TabsTrigger>
            </TabsList>
            {KINDS.map((each) => (
              <TabsContent key={each} value={each}>
                <Importing kind={each} />
              </TabsContent>
            ))}
          </Tabs>
        ) : (
          <Banner title="Only admins and owners can import files.">Ask one of them to do it.</Banner>
        )}
      </div>
    </>
  );
}
