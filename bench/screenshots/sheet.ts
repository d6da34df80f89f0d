import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";

/** A picture of a page, in the folder of all. */
export interface Picture {
  /** Whose page it is: of an empty, demo or large workspace, or of none. */
  readonly state: string;
  readonly form: string;
  readonly colorScheme: string;
  /** The page's path below its workspace. */
  readonly name: string;
  readonly file: string;
}

const SHEET_WIDTH = 2_400;
const STYLE = `body{font:13px sans-serif;margin:16px;background:#777;color:#fff}
section{display:flex;flex-wrap:wrap;gap:8px;margin-bottom:20px;align-items:flex-end}h2{margin:4px 0;font-size:15px;width:100%}
figure{margin:0}img{height:200px;display:block}figcaption{font-size:11px}`;

/** Writes `index.html` with all pictures, a row for each page, and the same as one picture. */
export async function writeSheet(page: Page, folder: string, pictures: readonly Picture[]): Promise<void> {
  const names = [...new Set(pictures.map(({ name }) => name))];
  const rows = names.map((name) => {
    const figures = pictures
      .filter((picture) => picture.name === name)
      .map(
        ({ state, form, colorScheme, file }) =>
          `<figure><a href="${file}"><img src="${file}" alt=""></a><figcaption>${state}, ${form}, ${colorScheme}</figcaption></figure>`,
      );
    return `<section><h2>${name}</h2>${figures.join("")}</section>`;
  });
  const file = join(folder, "index.html");
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pages</title><style>${STYLE}</style>`;
  await writeFile(file, `${head}<body>${rows.join("")}</body></html>`);
  await page.setViewportSize({ width: SHEET_WIDTH, height: 1_200 });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: join(folder, "sheet.png"), fullPage: true });
}
