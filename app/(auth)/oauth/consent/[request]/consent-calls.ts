import type { ConsentDecision, ConsentRequest } from "@/server/oauth/schemas";

/** The service refused a call of the consent page; `message` is one sentence for the reader. */
export class ConsentFailure extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly requestId: string | undefined,
  ) {
    super(message);
  }
}

/** Returns the application's request. @throws ConsentFailure */
export const readRequest = (page: string): Promise<ConsentRequest> => ask<ConsentRequest>(`${page}/request`);

/** Sends the decision and returns the address to redirect to. @throws ConsentFailure */
export const sendDecision = (page: string, decision: ConsentDecision): Promise<{ location: string }> =>
  ask<{ location: string }>(`${page}/decision`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(decision),
  });

async function ask<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, cache: "no-store" }).catch(() => null);
  if (!response)
    throw new ConsentFailure(
      init
        ? "No answer came back; access may have been given. The applications in the settings show what is allowed."
        : "The service could not be reached. Check the connection.",
      "unreachable",
      undefined,
    );
  if (response.ok) {
    const reply: Answer = await response.json();
    return reply;
  }
  const problem: { error?: string; message?: string; request_id?: string } = await response
    .json()
    .catch(() => ({}));
  throw new ConsentFailure(
    problem.message ?? "That did not work. Try again in a moment.",
    problem.error ?? "internal_error",
    problem.request_id,
  );
}
