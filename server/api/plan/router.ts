import { router } from "../trpc";
import { latest } from "./latest";
import { preview } from "./preview";
import { request } from "./request";
import { withdraw } from "./withdraw";

export const plan = router({ latest, preview, request, withdraw });
