import { router } from "../trpc";
import { revert } from "./revert";

export const writeBacks = router({ revert });
