import { router } from "../trpc";
import { take } from "./take";

export const sampleShop = router({ take });
