import { isCurrency } from "@/server/domain/currency";
import { isoMoment, plainNumber, shownNumber } from "@/server/domain/imports/spreadsheet/cell-text";
import { shownCurrency } from "@/server/domain/imports/spreadsheet/number-format";
import { brokenFile } from "./archive";
import type { SheetCell } from "./sheet-row";

type Attributes = Readonly<Record<string, string>>;

const text = (content: string): SheetCell => ({ text: content.trim(), isNumber: false });
const number = (content: string): SheetCell => ({ text: content, isNumber: true });

/**
 * Returns what stands in a cell of an ODS sheet.
 * @param shown its text as the program that saved it showed it, in whatever language
 */
export function odsCell(attributes: Attributes, shown: string): SheetCell {
  switch (attributes["office:value-type"]) {
    case "float":
      return amount(attributes, shown, shownCurrency(shown));
    case "currency": {
      const currency = attributes["office:currency"] ?? "";
      return amount(attributes, shown, isCurrency(currency) ? currency : "");
    }
    case "percentage":
      return number(`${plainNumber(valueOf(attributes) * 100)}%`);
    case "date":
      return text(isoMoment(attributes["office:date-value"] ?? shown));
    case "time":
      return text(timeOfDay(attributes["office:time-value"] ?? shown));
    case "boolean":
      return text(attributes["office:boolean-value"] ?? shown);
    case "string":
      // A formula that ended in an error has the text of the error, and an empty value.
      return text(attributes["office:string-value"] || shown);
    default:
      // What a formula without its result gives is unknown, which is not empty.
      return text(shown === "" ? (attributes["table:formula"] ?? "") : shown);
  }
}

/** @param currency what is shown beside the number; empty without one */
function amount(attributes: Attributes, shown: string, currency: string): SheetCell {
  const content = shownNumber(valueOf(attributes), shown);
  return number(currency === "" ? content : `${content} ${currency}`);
}

function valueOf({ "office:value": value = "" }: Attributes): number {
  const number = value === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw brokenFile(new Error("a cell's number is none"));
  return number;
}

/** Returns a duration of less than a day, such as PT06H12M00S, as a time of day. */
const timeOfDay = (duration: string): string =>
  duration.replace(/^PT([01]\d|2[0-3])H(\d\d)M(\d\d)(?:[.,]\d+)?S$/, "$1:$2:$3");
