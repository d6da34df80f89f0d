import { expect, it } from "vitest";
import { signInText } from "./sign-in-text";

it("says of every way a sign-in fails what happened, and shows no text that came with the address", () => {
  const codes = ["CredentialsSignin", "OAuthSignin", "OAuthCallback", "NoAddress", "IdentityOfAnother"];
  expect(new Set(codes.map(signInText)).size).toBe(codes.length);
  expect(signInText("<b>call 0900 123</b>")).toBe("Signing in did not work. Try again in a moment.");
});
