import { describe, expect, it } from "vitest";
import { EncodingEvidence, utf16Of } from "./encoding-evidence";
import { decodedBytes, type Encoding } from "./encodings";

/** Returns a text in an encoding, by the characters that its bytes are read as. */
function encoded(text: string, encoding: Encoding): Uint8Array {
  const singles = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodedBytes(Uint8Array.of(byte), encoding), [byte]] as const),
  );
  const pairs = new Map<string, readonly number[]>();
  if (encoding === "shift_jis")
    for (let lead = 0x81; lead < 0xf0; lead++)
      for (let trail = 0x40; trail < 0xfd; trail++) {
        const character = decodedBytes(Uint8Array.of(lead, trail), encoding);
        if (!character.includes("\uFFFD")) pairs.set(character, [lead, trail]);
      }
  return Uint8Array.from(
    [...text].flatMap((character) => singles.get(character) ?? pairs.get(character) ?? []),
  );
}

const TEXTS: readonly [string, Encoding, string][] = [
  ["German", "windows-1252", "Täßchen, groß\nKüchenwaage über 5 kg\n10 m² Fläche – „gut“ 3 €"],
  ["French", "windows-1252", "Crème brûlée\nPâte à tartiner\nÉtagère en chêne\nForêt, où, sucré"],
  ["Spanish", "windows-1252", "Cañón de jamón\n¿Años?\nÑora pequeña, más"],
  ["Danish", "windows-1252", "Rødgrød, æbler og blå skåle"],
  ["Polish", "windows-1250", "Żółta łódź\nkubek śniadaniowy\npółka wisząca, źródło"],
  ["Polish", "iso-8859-2", "Żółta łódź\nkubek śniadaniowy\npółka wisząca, źródło"],
  ["Czech", "windows-1250", "Hrnek s uchem, žlutý\nnůž na chléb\nvařečka, konvička, příbor"],
  ["Czech", "iso-8859-2", "Hrnek s uchem, žlutý\nnůž na chléb\nvařečka, konvička, příbor"],
  ["Hungarian", "windows-1250", "tükörfúrógép\nbögre, fűnyíró, őszi"],
  ["Japanese", "shift_jis", "ケーブル,赤い\nノートパソコン,青\n日本語,表示"],
];

describe("the encoding of a file", () => {
  it.each(TEXTS)("letters of %s speak for %s", (_, encoding, text) => {
    const evidence = new EncodingEvidence();
    const bytes = encoded(`sku;title\n${text}\n`, encoding);
    expect(decodedBytes(bytes, encoding)).toContain(text);
    for (let at = 0; at < bytes.length; at += 7) evidence.add(bytes.subarray(at, at + 7));
    expect(evidence.likeliest()).toBe(encoding);
  });

  it("letters that several encodings write alike are taken for Windows-1252", () => {
    const evidence = new EncodingEvidence();
    evidence.add(encoded("sku;title\nA;Müller\n", "windows-1252"));
    expect(evidence.likeliest()).toBe("windows-1252");
  });

  it("letters of no encoding are not guessed", () => {
    const evidence = new EncodingEvidence();
    evidence.add(Uint8Array.of(0x81, 0x20, 0x98, 0x20, 0x83, 0x20));
    expect(evidence.likeliest()).toBeNull();
    const binary = new EncodingEvidence();
    binary.add(Uint8Array.of(0xe4, 0x00, 0x41));
    expect(binary.likeliest()).toBeNull();
  });
});

describe("UTF-16", () => {
  const LE = Buffer.from("sku;title\nA;Żółta łódź\n", "utf16le");
  const BE = Buffer.from(LE).swap16();

  it("is known by its mark, or by its zeros without one", () => {
    expect(utf16Of(Buffer.from([0xff, 0xfe, ...LE]))).toBe("utf-16le");
    expect(utf16Of(Buffer.from([0xfe, 0xff, ...BE]))).toBe("utf-16be");
    expect(utf16Of(LE)).toBe("utf-16le");
    expect(utf16Of(BE)).toBe("utf-16be");
  });

  it("is not what other text or bytes are", () => {
    expect(utf16Of(Buffer.from("sku;title\nA;Żółta\n"))).toBeNull();
    expect(utf16Of(Buffer.from([0, 1, 0, 0, 2, 0, 3]))).toBeNull();
  });
});
