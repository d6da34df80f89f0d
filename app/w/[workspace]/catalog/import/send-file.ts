import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { callOutcomeOf, type Inquiry, sendReliably } from "@/app/_trpc/lost/lost-response";

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

/**
 * One error in the file; `row` as spreadsheets count (null: the whole file), `column` null if the row as a whole is
 * wrong.
 */
export type FileFault = { row: number | null; column: string | null; message: string };

export type ImportResponse =
  | { state: "imported"; counts: ImportCounts }
  | { state: "refused"; message: string; requestId: string | undefined; faults: FileFault[] }
  /** The file did not arrive completely; the service refuses it from now on, however late it arrives. */
  | { state: "not_taken" }
  /** The file was imported, but the answer with the counts was lost. */
  | { state: "taken" }
  /** No answer arrived, or an unreadable one: the file may have been imported. */
  | { state: "unknown" };

const SERVER_FAULT = 500;

/** Parses the path of an issue: "row 7.price" is column price of row 7. */
export function faultOf({ path, message }: { path: string; message: string }): FileFault {
  const [, row, column] = /^row (\d+)(?:\.(.+))?$/.exec(path) ?? [];
  if (row === undefined) return { row: null, column: path === "file" || path === "" ? null : path, message };
  return { row: Number(row), column: column ?? null, message };
}

/** Parses the service's answer to a file. @param status the HTTP status; 0 if no answer arrived */
export function parseResponse(text: string, status: number): ImportResponse {
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
 * Sends a file and resolves the outcome if the answer is lost, over a restart of the service too. The file is
 * imported once: sent again, an accepted file returns its first answer. Failures are returned, never thrown.
 */
export async function importOnce(
  send: () => Promise<ImportResponse>,
  inquiry: Inquiry,
): Promise<ImportResponse> {
  let sends = 0;
  try {
    return await sendReliably(async () => {
      const response = await send();
      sends += 1;
      if (response.state === "unknown") throw new TRPCClientError("No answer came back.");
      // The file is sent again only after it was imported, so a refusal now concerns the repetition, not the file.
      return response.state === "refused" && sends > 1 ? { state: "taken" } : response;
    }, inquiry);
  } catch (error) {
    return { state: callOutcomeOf(error) ?? "unknown" };
  }
}

/**
 * Sends a file and reports the share that was uploaded, from 0 to 1. Failures are returned, never thrown.
 * @param key the Idempotency-Key of this import; the service accepts one file per key
 */
export function sendFile(
  address: string,
  file: File,
  key: string,
  onProgress: (share: number) => void,
): Promise<ImportResponse> {
  return new Promise((resolve) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("content-type", "text/csv");
    request.setRequestHeader("idempotency-key", key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve(parseResponse(request.responseText, request.status));
    request.onerror = request.onabort = () => resolve(parseResponse("", 0));
    request.send(file);
  });
}
