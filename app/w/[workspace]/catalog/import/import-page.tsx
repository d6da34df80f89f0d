"use client";

import { useQueryClient } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/app/_components/ui/tabs";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { createInquiry, newKey } from "@/app/_trpc/lost/response-link";
import { FileChoice } from "./file-choice";
import { FORMATS, Format, type ImportKind } from "./formats";
import { ImportOutcome } from "./import-outcome";
import { type ImportResponse, importOnce, sendFile } from "./send-file";

const KINDS = ["items", "observations", "offers"] as const;

/**
 * Imports a catalog, competitor prices or pages to watch from a CSV file. An error in any row rejects the whole file.
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
            </TabsList>
            {KINDS.map((each) => (
              <TabsContent key={each} value={each}>
                <Importing kind={each} />
              </TabsContent>
            ))}
          </Tabs>
        ) : (
          <Banner title="Only admins and owners import files.">Ask one of them to do it.</Banner>
        )}
      </div>
    </>
  );
}

function Importing({ kind }: { kind: ImportKind }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [checking, setChecking] = useState(false);
  const [response, setAnswer] = useState<ImportResponse | null>(null);
  const client = useTRPCClient();

  async function send() {
    if (!file) return;
    setAnswer(null);
    setSent(0);
    const key = newKey();
    const result = await importOnce(
      () => sendFile(`/api/files/${id}${FORMATS[kind].path}`, file, key, setSent),
      createInquiry(client, key, () => {
        setChecking(true);
        return () => setChecking(false);
      }),
    );
    setSent(null);
    setAnswer(result);
    if (result.state !== "refused") await queryClient.invalidateQueries();
  }

  function choose(chosen: File | null) {
    setFile(chosen);
    setAnswer(null);
  }

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <FileChoice file={file} onChoose={choose} disabled={sent !== null} />
        <div className="flex items-center gap-3">
          <Button
            variant="primary"
            disabled={file === null}
            loading={sent !== null}
            onClick={() => void send()}
          >
            {FORMATS[kind].action}
          </Button>
          <span role="status" className="num text-ink-soft">
            {sent === null || checking
              ? ""
              : sent < 1
                ? `${Math.floor(sent * 100)} % sent`
                : "Sent; checking and storing the rows"}
          </span>
        </div>
      </div>
      {checking ? (
        <Banner tone="warn" title="No answer came back.">
          We are checking what became of the file. Nothing is imported twice.
        </Banner>
      ) : null}
      {response ? <ImportOutcome answer={response} kind={kind} /> : null}
      <Section title="What the file looks like">
        <Format kind={kind} />
      </Section>
    </div>
  );
}
