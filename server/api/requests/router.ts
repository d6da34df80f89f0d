import { router } from "../trpc";
import { settle } from "./settle";

export const requests = router({ settle });
