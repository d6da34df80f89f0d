import { router } from "../trpc";
import { archive } from "./archive";
import { counts } from "./counts";
import { earlierPrices, putEarlierPrices, removeEarlierPrices } from "./earlier-prices";
import { edit } from "./edit";
import { get } from "./get";
import { history } from "./history";
import { list } from "./list";
import { observe } from "./observe";
import { offers } from "./offers";
import { priorPrice } from "./prior-price";
import { unarchive } from "./unarchive";
import { upsert } from "./upsert";

export const catalog = router({
  list,
  counts,
  get,
  history,
  priorPrice,
  earlierPrices,
  putEarlierPrices,
  removeEarlierPrices,
  offers,
  upsert,
  edit,
  archive,
  unarchive,
  observe,
});
