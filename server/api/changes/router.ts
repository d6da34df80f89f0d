import { router } from "../trpc";
import { stream } from "./stream";

export const changes = router({ stream });
