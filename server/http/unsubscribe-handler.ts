import type { Topic } from "@/server/domain/notifications/notification";
import type { HttpRequest, HttpResponse } from "@/server/http/message";
import { escaped, plainPage } from "@/server/http/plain-page";
import { readUnsubscribe } from "@/server/usecases/mails/unsubscribe-link";
import { unsubscribe } from "@/server/usecases/notifications/unsubscribe";
import type { Services } from "@/server/usecases/services";

const BODY_LIMIT = 4_096;

const TOPIC_TEXTS: Readonly<Record<Topic, string>> = {
  approvals: "about prices that wait for approval",
  digest: "with the digest",
  runs: "about runs that fail or are held",
  write_backs: "about prices that do not reach the store",
  integrations: "about a store that does not answer",
};

/**
 * Handles the unsubscribe link of a mail, without a sign-in. GET shows a button and changes nothing, because mail
 * programs follow links by themselves; the button and the mail program's own request (RFC 8058) use POST.
 */
export function unsubscribeHandler(services: Services): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    const { method, url, ip } = request;
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      return { status: 405, headers: { allow: "GET, HEAD, POST" }, body: null };
    const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
    const subscription = readUnsubscribe(services.settings, query);
    if (subscription === null) {
      const message =
        "This link is not complete. Open it from the mail again, or choose in the workspace's settings.";
      return plainPage(400, "This link does not work", `<p>${message}</p>`);
    }
    if (method === "POST") {
      await request.body(BODY_LIMIT);
      await unsubscribe(services, subscription, { requestId: services.newId("request"), ip });
      return plainPage(
        200,
        "Done",
        `<p>You get no more mails ${TOPIC_TEXTS[subscription.topic]} of this workspace.</p>`,
      );
    }
    const page = plainPage(
      200,
      "No more of these mails?",
      `<p>You would get no more mails ${TOPIC_TEXTS[subscription.topic]} of this workspace. Nothing else changes.</p>
<form method="post" action="${escaped(url)}">
<input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`,
    );
    return method === "HEAD" ? { ...page, body: null } : page;
  };
}
