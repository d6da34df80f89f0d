import { type Archive, protectedFile } from "./archive";
import { odsItems } from "./ods-content";
import { MAX_SHEETS } from "./sheet-row";
import { isCalled, noSheet, type Workbook } from "./workbook";
import { readXml } from "./xml";

const MANIFEST = "META-INF/manifest.xml";

/** Opens an ODS file. @throws DomainError validation_error for one with a password */
export async function odsWorkbook(archive: Archive): Promise<Workbook> {
  await requireUnprotected(archive);
  const items = () => odsItems(archive.read("content.xml", "table"));
  let names: readonly string[] = [];
  const note = (found: readonly string[]): void => {
    if (found.length > names.length && found.length <= MAX_SHEETS) names = [...found];
  };
  return {
    file: "ods",
    sheets: () => names,
    choose: async (wanted) => {
      const found: string[] = [];
      let isHidden = false;
      let hidden: string | undefined;
      for await (const item of items()) {
        if ("sheet" in item) {
          found.push(item.sheet.name);
          note(found);
          isHidden = item.sheet.isHidden;
          if (wanted !== undefined && isCalled(item.sheet.name, wanted)) return item.sheet.name;
        } else if (wanted === undefined) {
          if (!isHidden) return found.at(-1) ?? "";
          hidden ??= found.at(-1);
        }
      }
      if (hidden === undefined) throw noSheet(wanted, found);
      return hidden;
    },
    // Read to the end of the file, behind the sheet's rows, for the names of the sheets that follow.
    async *rows(sheet) {
      const found: string[] = [];
      for await (const item of items())
        if ("sheet" in item) {
          found.push(item.sheet.name);
          note(found);
        } else if (found.at(-1) === sheet) yield item.row;
    },
  };
}

async function requireUnprotected(archive: Archive): Promise<void> {
  if (!archive.has(MANIFEST)) return;
  let isProtected = false;
  await readXml(archive.read(MANIFEST, "description"), {
    open: (name) => {
      isProtected ||= name === "encryption-data";
    },
    text: () => undefined,
    close: () => undefined,
  });
  if (isProtected) throw protectedFile();
}
