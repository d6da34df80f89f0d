import { router } from "../trpc";
import { get } from "./get";
import { list } from "./list";
import { observe } from "./observe";
import { upsert } from "./upsert";

export const catalog = router({ list, get, upsert, observe });
