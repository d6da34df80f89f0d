import { unreadableFile } from "../unreadable-file";

/** Texts of 300,000 rows take about a fifth of it. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_TEXTS = 8_000_000;
const PAGE_BYTES = 4 * 1024 * 1024;

/** The texts that the cells of a workbook name by number, outside of the heap: a large one has a million of them. */
export class SharedTexts {
  private readonly pages: Buffer[] = [];
  private starts = new Uint32Array(1_024);
  private count = 0;
  private end = 0;

  /** Adds the next text. @throws DomainError validation_error for more than an import keeps */
  add(text: string): void {
    const bytes = Buffer.from(text);
    if (this.end + bytes.length > MAX_BYTES || this.count === MAX_TEXTS)
      throw unreadableFile(
        "The file has more text than an import keeps. Save the table as CSV and send that.",
      );
    this.makeRoom();
    for (let written = 0; written < bytes.length; ) {
      const page = (this.pages[Math.floor(this.end / PAGE_BYTES)] ??= Buffer.allocUnsafeSlow(PAGE_BYTES));
      const copied = bytes.copy(page, this.end % PAGE_BYTES, written);
      written += copied;
      this.end += copied;
    }
    this.count += 1;
    this.starts[this.count] = this.end;
  }

  /** Returns a text; undefined where there is none of that number. */
  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined;
    const from = this.starts[index] ?? 0;
    const to = this.starts[index + 1] ?? 0;
    const first = Math.floor(from / PAGE_BYTES);
    const last = Math.floor(to / PAGE_BYTES);
    if (first === last) return this.pages[first]?.toString("utf8", from % PAGE_BYTES, to % PAGE_BYTES) ?? "";
    return this.acrossPages(from, to);
  }

  private acrossPages(from: number, to: number): string {
    const parts: Buffer[] = [];
    for (let at = from; at < to; ) {
      const start = at % PAGE_BYTES;
      const end = Math.min(PAGE_BYTES, start + to - at);
      parts.push(this.pages[Math.floor(at / PAGE_BYTES)]?.subarray(start, end) ?? Buffer.alloc(0));
      at += end - start;
    }
    return Buffer.concat(parts).toString("utf8");
  }

  private makeRoom(): void {
    if (this.count + 1 < this.starts.length) return;
    const more = new Uint32Array(2 * this.starts.length);
    more.set(this.starts);
    this.starts = more;
  }
}
