import { currentRuntime } from "@/server/boot/current-runtime";
import { type SignUpBlocker, signUpBlocker } from "@/server/domain/sign-up/sign-up";

/** The ways to sign in and sign up, for the pages of visitors. */
export interface SignInOptions {
  /** Why visitors cannot sign up; null if they can. */
  readonly blocker: SignUpBlocker | null;
  /** Whether mails are sent. */
  readonly mails: boolean;
}

/** Returns the ways to sign in and sign up at this installation. */
export async function signInOptions(): Promise<SignInOptions> {
  const { settings } = (await currentRuntime()).services;
  return { blocker: signUpBlocker(settings), mails: settings.smtpUrl !== null };
}
