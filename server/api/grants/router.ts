import { router } from "../trpc";
import { end } from "./end";
import { list } from "./list";

export const grants = router({ list, end });
