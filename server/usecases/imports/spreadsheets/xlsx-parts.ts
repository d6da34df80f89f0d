import { formatOf, type NumberFormat } from "@/server/domain/imports/spreadsheet/number-format";
import { unreadableFile } from "../unreadable-file";
import { type Archive, brokenFile } from "./archive";
import { SharedTexts } from "./shared-texts";
import { MAX_SHEETS } from "./sheet-row";
import { readTexts } from "./xlsx-texts";
import { readXml } from "./xml";

/** A sheet of a workbook, in the order of its tabs. */
export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  /** The part of the archive that holds its rows. */
  readonly part: string;
}

/** What an XLSX workbook says beside its rows. */
export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  /** Whether its dates count from 1904. */
  readonly is1904: boolean;
  /** By the number that a cell has for its style. */
  readonly formats: readonly NumberFormat[];
  readonly texts: SharedTexts;
}

/** What a part refers to, by the identifiers and kinds that it has for them. */
interface Relation {
  readonly id: string;
  readonly kind: string;
  readonly part: string;
}

/** Reads what a workbook says beside its rows. @throws DomainError validation_error for a broken one */
export async function workbookParts(archive: Archive): Promise<WorkbookParts> {
  const workbook = partOfKind(await relationsOf(archive, ""), "officeDocument");
  if (workbook === undefined) throw brokenFile(new Error("it names no workbook"));
  if (workbook.endsWith(".bin"))
    throw unreadableFile(
      "The file is a binary workbook (xlsb). Save it as Excel workbook (.xlsx) or CSV and send that.",
    );
  const relations = await relationsOf(archive, workbook);
  const { named, is1904 } = await readWorkbook(archive, workbook);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const styles = partOfKind(relations, "styles");
  const texts = partOfKind(relations, "sharedStrings");
  return {
    sheets: named.flatMap(({ id, name, isHidden }): SheetPart[] => {
      const relation = byId.get(id);
      // A sheet may be a chart, which has no rows.
      return relation?.kind === "worksheet" ? [{ name, isHidden, part: relation.part }] : [];
    }),
    is1904,
    formats: styles === undefined || !archive.has(styles) ? [] : await readFormats(archive, styles),
    texts: texts === undefined || !archive.has(texts) ? new SharedTexts() : await readTexts(archive, texts),
  };
}

const partOfKind = (relations: readonly Relation[], kind: string): string | undefined =>
  relations.find((each) => each.kind === kind)?.part;

/** Reads what a part refers to. @param part empty for the archive itself */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const cut = part.lastIndexOf("/") + 1;
  const folder = part.slice(0, cut);
  const relations: Relation[] = [];
  await readXml(archive.read(`${folder}_rels/${part.slice(cut)}.rels`, "description"), {
    ...IGNORED,
    open: (name, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (name !== "Relationship") return;
      const kind = type.slice(type.lastIndexOf("/") + 1);
      relations.push({ id, kind, part: resolved(folder, target) });
    },
  });
  return relations;
}

const IGNORED = { open: () => undefined, text: () => undefined, close: () => undefined } as const;

/** Returns the part that a target names from a folder; a target with a slash before it begins at the top. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith("/") ? "" : folder}${target}`.split("/"))
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  return path.join("/");
}

async function readWorkbook(archive: Archive, part: string) {
  const named: { id: string; name: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readXml(archive.read(part, "description"), {
    ...IGNORED,
    open: (element, attributes) => {
      if (element === "workbookPr") is1904 = isTrue(attributes["date1904"]);
      if (element !== "sheet" || named.length >= MAX_SHEETS) return;
      // The identifier's prefix is the document's choice; `sheetId` is another number.
      const id = Object.entries(attributes).find(([name]) => /^(?:.*:)?id$/.test(name))?.[1] ?? "";
      const isHidden = (attributes["state"] ?? "visible") !== "visible";
      named.push({ id, name: attributes["name"] ?? "", isHidden });
    },
  });
  return { named, is1904 };
}

const isTrue = (text: string | undefined): boolean => text === "1" || text === "true";

async function readFormats(archive: Archive, part: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await readXml(archive.read(part, "description"), {
    ...IGNORED,
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0);
      if (name === "numFmt") codes.set(id, formatCode ?? "");
      if (name === "cellXfs") inCells = true;
      if (name !== "xf" || !inCells) return;
      const format = known.get(id) ?? formatOf(id, codes.get(id));
      known.set(id, format);
      formats.push(format);
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  });
  return formats;
}
