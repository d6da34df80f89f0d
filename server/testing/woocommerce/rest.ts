/** A request to the shop's REST API. */
export interface RestRequest {
  readonly method: string;
  /** Begins with `/wp-json/`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  /** The shop believes that the request came over https. */
  readonly secure: boolean;
  /** The shop's own address, without a slash at its end. */
  readonly home: string;
  /** The body as it was sent; null where its type is not JSON, which the shop ignores. */
  readonly text: string | null;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns an error as WordPress words it. */
export const restError = (
  status: number,
  code: string,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
): RestAnswer => ({ status, body: { code, message, data: { status, ...data } } });

/** Returns the error for parameters that the shop does not accept, each with its reason. */
export const invalidParams = (params: Readonly<Record<string, string>>): RestAnswer =>
  restError(400, "rest_invalid_param", `Invalid parameter(s): ${Object.keys(params).join(", ")}`, {
    params,
    details: Object.fromEntries(
      Object.entries(params).map(([name, message]) => [
        name,
        { code: "rest_invalid_type", message, data: null },
      ]),
    ),
  });

/** Encodes JSON as PHP does, with a backslash before each slash. */
export const phpJson = (body: unknown): string => JSON.stringify(body).replaceAll("/", "\\/");
