/** An answer that is written while it is read, in its own media type. */
export class StreamedAnswer {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: AsyncIterable<string | Uint8Array>,
  ) {}
}
