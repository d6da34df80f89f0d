import { router } from "../trpc";
import { confirm } from "./confirm";
import { createWorkspace } from "./create-workspace";
import { me } from "./me";
import { resendConfirmation } from "./resend-confirmation";
import { signUp } from "./sign-up";

export const account = router({ me, signUp, confirm, resendConfirmation, createWorkspace });
