import { router } from "../trpc";
import { cancel } from "./cancel";
import { revert } from "./revert";

export const writeBacks = router({ revert, cancel });
