import { type AnyTRPCRouter, callTRPCProcedure } from "@trpc/server";
import type { ApiContext } from "@/server/api/context";
import { apiHeaders, errorResponse, type PublicError } from "@/server/api/error-response";
import { StreamedResponse } from "@/server/api/streamed-response";
import type { Upload } from "@/server/api/upload";
import { DomainError } from "@/server/domain/errors";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import { bufferFile } from "./buffer";
import { queryOf, rawInput } from "./input";
import { isUtf8 } from "./json-body";
import type { HttpRequest, HttpResponse } from "./message";
import { NDJSON, progressResponse } from "./progress-response";
import { pageDownloads, publishedRoutes, routeTable } from "./routes";
import { isSameOrigin } from "./same-origin";

export const FILES_PREFIX = "/api/files";

export type FileHandler = (request: HttpRequest) => Promise<HttpResponse>;

/** The parsed request: the workspace is part of the address, because a link cannot send a header. */
interface FileRequest {
  readonly path: string;
  readonly query: string;
  readonly ctx: ApiContext;
}

/**
 * `/api/files/{workspace}/…`: files for Pricecheck's pages, with the sign-in cookie only. GET downloads from a
 * public or internal streaming endpoint; POST uploads a file, and answers with its progress to whoever accepts
 * `application/x-ndjson`. Errors are those of `/api/v1`.
 * @param uploads by their path below the workspace
 */
export function fileHandler(
  router: AnyTRPCRouter,
  uploads: Readonly<Record<string, Upload>>,
  services: Services,
  rateLimiter: RateLimiter,
): FileHandler {
  const findDownload = routeTable(publishedRoutes(router).filter(({ declaration }) => declaration.streams));
  const internalDownloads = pageDownloads(router);
  return async (request) => {
    const requestId = services.newId("request");
    try {
      return await respond(request, parseRequest(request, requestId));
    } catch (thrown) {
      const headers = ({ code }: PublicError): Record<string, string> =>
        code === "method_not_allowed"
          ? { allow: uploads[parseRequest(request, requestId).path] ? "POST" : "GET" }
          : {};
      return errorResponse(services, thrown, { requestId, headers });
    }
  };

  function parseRequest(request: HttpRequest, requestId: string): FileRequest {
    if (!isSameOrigin(request.method, request.header, services.settings.publicUrl))
      throw new DomainError("workspace_forbidden", "This address answers Pricecheck's own pages only.");
    const cut = request.url.indexOf("?");
    const [, workspace = "", path = ""] =
      /^\/([^/]+)(\/.*)$/.exec(
        (cut < 0 ? request.url : request.url.slice(0, cut)).slice(FILES_PREFIX.length),
      ) ?? [];
    const ctx = {
      services,
      rateLimiter,
      request: requestMetadata(request, requestId, workspace),
      admitted: null,
    };
    return { path, query: cut < 0 ? "" : request.url.slice(cut + 1), ctx };
  }

  function respond(request: HttpRequest, fileRequest: FileRequest): Promise<HttpResponse> {
    const upload = uploads[fileRequest.path];
    if (request.method === "POST" && upload) return receive(services, request, upload, fileRequest);
    const match = findDownload(fileRequest.path);
    const route = match?.routes.get("GET");
    const internalPath = internalDownloads.get(fileRequest.path);
    if (request.method === "GET" && match && route)
      return download(router, route.procedurePath, fileRequest, () =>
        rawInput(request, route, fileRequest.query, match.parameters),
      );
    if (request.method === "GET" && internalPath)
      return download(router, internalPath, fileRequest, () => Promise.resolve(queryOf(fileRequest.query)));
    if (upload || match || internalPath) throw new DomainError("method_not_allowed");
    throw new DomainError("not_found", "There is no such path.");
  }
}

async function receive(
  services: Services,
  request: HttpRequest,
  upload: Upload,
  { ctx, path, query }: FileRequest,
): Promise<HttpResponse> {
  const receiveFile = await upload.admit(ctx, `POST ${FILES_PREFIX}${path}`, new URLSearchParams(query));
  const contentType = request.header("content-type") ?? "";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!isUtf8(contentType)) throw new DomainError("unsupported_media_type", "Send the file in UTF-8.");
  if (!upload.mediaTypes.includes(type))
    throw new DomainError("unsupported_media_type", `Send the file as ${upload.mediaTypes[0] ?? ""}.`);
  const file = await bufferFile(request.stream(upload.maxBytes));
  const headers = apiHeaders(ctx.request.id);
  const work = async (onProgress: (rows: number, of: number) => void): Promise<HttpResponse> => {
    try {
      const result = await receiveFile(file.open, file.sha256, onProgress);
      return { status: 200, headers, body: JSON.stringify(result) };
    } finally {
      await file.delete();
    }
  };
  if (request.header("accept") !== NDJSON) return work(() => undefined);
  return progressResponse(headers, (report) =>
    work((rows, of) => report({ rows, of })).catch((thrown: unknown) =>
      errorResponse(services, thrown, { requestId: ctx.request.id }),
    ),
  );
}

async function download(
  router: AnyTRPCRouter,
  path: string,
  { ctx }: FileRequest,
  getRawInput: () => Promise<unknown>,
): Promise<HttpResponse> {
  const call = { router, path, type: "query" as const, ctx, getRawInput, signal: undefined, batchIndex: 0 };
  const output: unknown = await callTRPCProcedure(call);
  const headers = apiHeaders(ctx.request.id);
  return output instanceof StreamedResponse
    ? { status: 200, headers: { ...headers, ...output.headers }, body: output.body }
    : { status: 200, headers, body: JSON.stringify(output) };
}

const requestMetadata = (request: HttpRequest, id: string, workspace: string): ApiContext["request"] => ({
  id,
  admittedAs: request.admittedAs,
  via: "web",
  authorization: null,
  cookie: request.header("cookie"),
  workspaceHeader: workspace,
  idempotencyKey: request.header("idempotency-key"),
  ip: request.ip,
});
