/** A number of a barcode as it is stored, or why a text is none. */
type GtinReading = { readonly value: string } | { readonly fault: string };

const LENGTHS = [8, 12, 13, 14];
/** The number of digits to which GTINs are padded to be compared. */
const FULL_LENGTH = 14;

/** A spreadsheet takes leading zeros away; what is longer than a GTIN-8 was a GTIN-12 then. */
const SHORTENED = /^\d{9,11}$/;
const UPC_LENGTH = 12;

/**
 * Reads a GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) or GTIN-14 with its check digit. Spaces and hyphens between the digits
 * are left out, leading zeros stay as they are given, and a GTIN-12 that lost up to three of them gets them back. A
 * number of zeros alone is none, though its check digit is right.
 * @returns the digits, or the fault in a sentence
 */
export function readGtin(text: string): GtinReading {
  const given = text.replace(/[\s-]/g, "");
  const digits = SHORTENED.test(given) ? given.padStart(UPC_LENGTH, "0") : given;
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length) || /^0+$/.test(digits))
    return {
      fault: `"${text.slice(0, 40)}" is not a GTIN, which has 8, 12, 13 or 14 digits, its leading zeros included.`,
    };
  const check = checkDigit(digits.slice(0, -1));
  return digits.endsWith(check)
    ? { value: digits }
    : { fault: `The check digit of the GTIN ${digits} is wrong: it would have to end in ${check}.` };
}

/**
 * Returns the check digit behind these digits: modulo 10, with the weights 3 and 1 in turn from the right.
 * Source: GS1 General Specifications, section 7.9, "Check digit calculations".
 */
function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Whether a spreadsheet has rounded the number in this cell (`9.52012E+12`), so that it cannot be read any more. */
export const isRoundedGtin = (text: string): boolean => /^\d([.,]\d+)?E\+?\d{1,2}$/i.test(text);

/** Whether two stored GTINs are one number: a shorter one has leading zeros in front of it, up to 14 digits. */
export const isSameGtin = (a: string, b: string): boolean =>
  a.padStart(FULL_LENGTH, "0") === b.padStart(FULL_LENGTH, "0");
