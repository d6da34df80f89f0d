import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { signInRequest } from "./sign-in-request";

const service = duringTests(startTestService);

it("ends a visit of the demo where a session begins, and nowhere else", () => {
  const finished = (cookie: string) => {
    const { finish } = signInRequest(service.services, () => null, null);
    return finish(new Response(null, { headers: { "set-cookie": cookie } })).headers.getSetCookie();
  };
  const session = "next-auth.session-token=x; Path=/";
  expect(finished(session)).toEqual([session, expect.stringMatching(/^pricecheck-demo=; .*Max-Age=0/)]);
  expect(finished("next-auth.csrf-token=x; Path=/")).toEqual(["next-auth.csrf-token=x; Path=/"]);
});
