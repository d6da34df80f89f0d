import { router } from "../trpc";
import { changeEmail } from "./change-email";
import { confirm } from "./confirm";
import { createWorkspace } from "./create-workspace";
import { deletion } from "./deletion/router";
import { events } from "./events";
import { acceptInvitation, invitation, joinInvitation } from "./invitations";
import { linkByCode, linkByPassword, linkHere, mailLinkProof, unlink, waitingLink } from "./linking";
import { me } from "./me";
import { changePassword, requestReset, resetPassword } from "./passwords";
import { changeName, profile } from "./profile";
import { resendConfirmation } from "./resend-confirmation";
import { endOtherSessions, endSession, sessions, signOutEverywhere } from "./sessions";
import { signUp } from "./sign-up";

export const account = router({
  me,
  signUp,
  confirm,
  resendConfirmation,
  createWorkspace,
  deletion,
  events,
  profile,
  changeName,
  changeEmail,
  changePassword,
  requestReset,
  resetPassword,
  sessions,
  endSession,
  endOtherSessions,
  signOutEverywhere,
  invitation,
  acceptInvitation,
  joinInvitation,
  waitingLink,
  linkHere,
  linkByPassword,
  mailLinkProof,
  linkByCode,
  unlink,
});
