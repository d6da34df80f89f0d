import { router } from "../trpc";
import { find } from "./find";

export const search = router({ find });
