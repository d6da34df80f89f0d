import { router } from "../trpc";
import { consent } from "./consent";
import { end } from "./end";
import { list } from "./list";

export const support = router({ list, consent, end });
