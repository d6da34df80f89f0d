import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Answers, valuesOf } from "@/eval/extraction/scoring";
import type { PageInput } from "@/server/market/extract/page-offer";

/**
 * Reads the pages of a folder in the form that `eval:extraction` reads.
 * @throws Error when the folder has no such pages
 */
export async function readPages(folder: string): Promise<readonly PageInput[]> {
  const truth = join(folder, "ground-truth.json");
  if (!existsSync(truth))
    throw new Error(`${folder} has no pages: ground-truth.json and html/<id>.html.gz are expected there.`);
  const pages = Object.entries(Answers.parse(JSON.parse(await readFile(truth, "utf8"))));
  return Promise.all(
    pages.map(async ([id, { url }]) => ({
      url: valuesOf(url)[0] ?? "",
      html: gunzipSync(await readFile(join(folder, "html", `${id}.html.gz`))).toString("utf8"),
    })),
  );
}
