import { z } from "zod";

const ConsentRequest = z.looseObject({ proof: z.string(), scopes: z.array(z.string()) });
const Decided = z.object({ location: z.string() });

/**
 * Grants an application's request as a signed-in person's browser does: opens the page, allows the requested scopes
 * for one workspace, and follows the redirect to the application.
 * @param session the session cookie
 */
export async function allowAccess(authorizeUrl: string, session: string, workspaceId: string): Promise<void> {
  const { origin } = new URL(authorizeUrl);
  const cookies = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const own = [...cookies].map(([name, value]) => `${name}=${value}`);
    const headers = new Headers(init.headers);
    headers.set("cookie", [session, ...own].join("; "));
    const response = await fetch(new URL(url, origin), { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const page = (await ask(authorizeUrl)).headers.get("location") ?? "";
  const request = ConsentRequest.parse(await (await ask(`${page}/request`)).json());
  const decision = { proof: request.proof, allow: true, workspace_id: workspaceId, scopes: request.scopes };
  const decided = await ask(`${page}/decision`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" },
    body: JSON.stringify(decision),
  });
  const { location } = Decided.parse(await decided.json());
  const back = (await ask(location)).headers.get("location");
  if (back === null) throw new Error("the consent led nowhere");
  await fetch(back);
}
