import { router } from "../trpc";
import { get } from "./get";
import { history } from "./history";
import { list } from "./list";
import { observe } from "./observe";
import { offers } from "./offers";
import { upsert } from "./upsert";

export const catalog = router({ list, get, history, offers, upsert, observe });
