import { router } from "../trpc";
import { change } from "./change";
import { create } from "./create";
import { get } from "./get";
import { list } from "./list";
import { remove } from "./remove";

export const freezes = router({ list, create, get, change, remove });
