import { router } from "../trpc";
import { get } from "./get";
import { set } from "./set";
import { version } from "./version";

export const policy = router({ get, version, set });
