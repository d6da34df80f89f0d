import { TRPCClientError } from "@trpc/client";
import { callOutcomeOf, type Inquiry, sendReliably } from "@/app/_trpc/lost/lost-response";
import { type ImportResponse, lastLine } from "./import-response";

/** How far a file is: the share of it that is sent, from 0 to 1, and then the rows that are done. */
export interface FileProgress {
  readonly sent: number;
  readonly rows: number;
  readonly of: number;
}

/** The text of an answer with its HTTP status; 0 if no answer arrived. */
export interface FileAnswer {
  readonly text: string;
  readonly status: number;
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
 * Sends a file and reports its progress. Failures are returned, never thrown.
 * @param options how the file is to be read
 * @param key the Idempotency-Key of an import, under which the service accepts one file; null for a check
 */
export function sendFile(
  address: string,
  file: File,
  options: object,
  key: string | null,
  onProgress: (progress: FileProgress) => void,
): Promise<FileAnswer> {
  return new Promise((resolve) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    request.open("POST", `${address}?options=${encodeURIComponent(JSON.stringify(options))}`);
    request.setRequestHeader("content-type", mediaTypeOf(file.name));
    request.setRequestHeader("accept", "application/x-ndjson");
    if (key !== null) request.setRequestHeader("idempotency-key", key);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ sent: total === 0 ? 1 : loaded / total, rows: 0, of: 0 });
    request.onprogress = () => {
      const line = lastLine(request.responseText);
      if (line && "progress" in line) onProgress({ sent: 1, ...line.progress });
    };
    request.onload = () => resolve(answerOf(request.responseText, request.status));
    request.onerror = request.onabort = () => resolve({ text: "", status: 0 });
    request.send(file);
  });
}

const SPREADSHEETS: Readonly<Record<string, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
};

/** Browsers know the type of a file by the programs that are installed; its name says more. */
const mediaTypeOf = (name: string): string =>
  SPREADSHEETS[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "text/csv";

/** An answer with progress ends with its status and body; any other is the body itself. */
function answerOf(text: string, status: number): FileAnswer {
  const line = lastLine(text);
  return line && "status" in line
    ? { text: JSON.stringify(line.body), status: line.status }
    : { text, status };
}
