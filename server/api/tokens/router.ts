import { router } from "../trpc";
import { list } from "./list";
import { mint } from "./mint";
import { revoke } from "./revoke";
import { rotate } from "./rotate";

export const tokens = router({ list, mint, rotate, revoke });
