const EVENTS = "text/event-stream";
const JSON_RANGES: readonly string[] = ["*/*", "application/*", "application/json"];

/** Returns the headers with both types that the SDK insists on, where the client takes JSON by name or by a range. */
export function sdkHeaders(sent: Headers): Headers {
  const headers = new Headers(sent);
  if (acceptedTypes(sent).some((type) => JSON_RANGES.includes(type)))
    headers.set("accept", `application/json, ${EVENTS}`);
  return headers;
}

/** Whether the client names event streams, as the protocol asks of it; a range such as `*` does not count. */
export const takesEvents = (sent: Headers): boolean => acceptedTypes(sent).includes(EVENTS);

/** The types of an Accept header without those that it refuses (`q=0`); everything where it is missing. */
const acceptedTypes = (headers: Headers): readonly string[] =>
  (headers.get("accept") ?? "*/*").split(",").flatMap((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [type];
  });

/** Returns an answer of events as one JSON body: its message, or the list of those that a batch is answered with. */
export async function withoutEvents(response: Response): Promise<Response> {
  if (!(response.headers.get("content-type") ?? "").startsWith(EVENTS)) return response;
  const messages = (await response.text()).split("\n").flatMap((line) => {
    const data = line.startsWith("data:") ? line.slice("data:".length).trim() : "";
    return data === "" ? [] : [data];
  });
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  const body = messages.length === 1 ? messages[0] : `[${messages.join(",")}]`;
  return new Response(body ?? null, { status: response.status, headers });
}
