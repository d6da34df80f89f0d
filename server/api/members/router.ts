import { router } from "../trpc";
import { invitations, invite, resendInvitation, revokeInvitation } from "./invitations";
import { list } from "./list";
import { put } from "./put";
import { remove } from "./remove";
import { transfer } from "./transfer";

export const members = router({
  invitations,
  invite,
  resendInvitation,
  revokeInvitation,
  list,
  put,
  remove,
  transfer,
});
