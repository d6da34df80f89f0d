import type { Metadata } from "next";
import { ApiReference } from "./api-reference";
import { ErrorCodes } from "./error-codes";

export const metadata: Metadata = { title: "API reference" };

/** The API reference, rendered from the OpenAPI document that this service serves. */
export default function ReferencePage() {
  return (
    <main>
      <h1 className="sr-only">API reference</h1>
      <noscript>
        <p className="p-5">
          The reference needs JavaScript to be drawn. The document it is drawn from is at{" "}
          <a className="underline" href="/api/v1/openapi.json">
            /api/v1/openapi.json
          </a>
          .
        </p>
      </noscript>
      <ApiReference documentUrl="/api/v1/openapi.json" />
      <ErrorCodes />
    </main>
  );
}
