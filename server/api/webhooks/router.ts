import { router } from "../trpc";
import { change } from "./change";
import { create } from "./create";
import { get } from "./get";
import { getDelivery } from "./get-delivery";
import { list } from "./list";
import { listDeliveries } from "./list-deliveries";
import { remove } from "./remove";
import { replay } from "./replay";
import { replayDelivery } from "./replay-delivery";
import { rotateSecret } from "./rotate-secret";
import { test } from "./send-test";

export const webhooks = router({
  list,
  create,
  get,
  change,
  remove,
  rotateSecret,
  test,
  replay,
  listDeliveries,
  getDelivery,
  replayDelivery,
});
