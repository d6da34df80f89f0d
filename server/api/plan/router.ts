import { router } from "../trpc";
import { change } from "./change";
import { latest } from "./latest";
import { preview } from "./preview";
import { request } from "./request";
import { withdraw } from "./withdraw";

export const plan = router({ change, latest, preview, request, withdraw });
