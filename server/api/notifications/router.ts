import { router } from "../trpc";
import { change } from "./change";
import { get } from "./get";

export const notifications = router({ change, get });
