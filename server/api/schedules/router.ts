import { router } from "../trpc";
import { change } from "./change";
import { create } from "./create";
import { get } from "./get";
import { list } from "./list";
import { occurrences } from "./occurrences";
import { remove } from "./remove";

export const schedules = router({ list, create, get, change, remove, occurrences });
