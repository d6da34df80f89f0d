import { router } from "../../trpc";
import { cancel } from "./cancel";
import { request } from "./request";
import { state } from "./state";

export const deletion = router({ state, request, cancel });
