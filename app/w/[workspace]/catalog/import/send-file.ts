import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { answered, fateOf, type Inquiry } from "@/app/_trpc/lost/lost-answer";

const Imported = z.object({
  ok: z.literal(true),
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  notices: z.array(z.string()).default([]),
});
const Refused = z.object({
  message: z.string(),
  request_id: z.string(),
  issues: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).default([]),
});

export type ImportCounts = z.infer<typeof Imported>;

/** What is wrong in one place of the file; `row` as a spreadsheet counts them, null where the whole file is meant. */
export type FileFault = { row: number | null; column: string | null; message: string };

export type ImportAnswer =
  | { state: "imported"; counts: ImportCounts }
  | { state: "refused"; message: string; requestId: string | undefined; faults: FileFault[] }
  /** It never arrived whole, and is refused from now on however late it comes. */
  | { state: "not_taken" }
  /** It was imported, and the answer with its counts was lost. */
  | { state: "taken" }
  /** No answer came back, or none that can be read: it may have been imported. */
  | { state: "unknown" };

const SERVER_FAULT = 500;

/** Reads a fault's place: "row 7.price" is column price of row 7. */
export function faultOf({ path, message }: { path: string; message: string }): FileFault {
  const [, row, column] = /^row (\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (row === undefined) return { row: null, column: path === "file" || path === "" ? null : path, message };
  return { row: Number(row), column: column ?? null, message };
}

/** What the service said about a file, from the status and text of its answer; status 0 where none came. */
export function answerOf(text: string, status: number): ImportAnswer {
  const json: unknown = jsonOf(text);
  const imported = Imported.safeParse(json);
  if (imported.success) return { state: "imported", counts: imported.data };
  const refused = Refused.safeParse(json);
  if (!refused.success || status >= SERVER_FAULT) return { state: "unknown" };
  const { message, request_id: requestId, issues } = refused.data;
  return { state: "refused", message, requestId, faults: issues.map(faultOf) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Sends a file, and finds out what became of it where the answer is lost, over a restart of the service too. It is
 * imported once: what was taken answers again as it did first. Every failure is an answer, never an exception.
 */
export async function importOnce(send: () => Promise<ImportAnswer>, inquiry: Inquiry): Promise<ImportAnswer> {
  let sends = 0;
  try {
    return await answered(async () => {
      const answer = await send();
      sends += 1;
      if (answer.state === "unknown") throw new TRPCClientError("No answer came back.");
      // It is asked for again only after it was taken; a refusal then is of the question, not of the file.
      return answer.state === "refused" && sends > 1 ? { state: "taken" } : answer;
    }, inquiry);
  } catch (error) {
    return { state: fateOf(error) ?? "unknown" };
  }
}

/**
 * Sends a file and tells how much of it has gone, as a share from 0 to 1. Every failure is an answer, never an exception.
 * @param key of this import: the service takes one file under it
 */
export function sendFile(
  address: string,
  file: File,
  key: string,
  onProgress: (share: number) => void,
): Promise<ImportAnswer> {
  return new Promise((resolve) => {
    // fetch does not tell how much of a body has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("content-type", "text/csv");
    request.setRequestHeader("idempotency-key", key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve(answerOf(request.responseText, request.status));
    request.onerror = request.onabort = () => resolve(answerOf("", 0));
    request.send(file);
  });
}
