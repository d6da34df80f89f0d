import { type Bind, likePattern } from "../database/bind";

/**
 * SQL: whether an item's sku or title contains a text, upper and lower case alike.
 * @param item the alias of the item with its dot, such as `i.`; empty where no other table has these columns
 */
export function hasTextSql(text: string, bind: Bind, item = ""): string {
  const pattern = bind(likePattern(text));
  return `(${item}sku ILIKE ${pattern} OR ${item}title ILIKE ${pattern})`;
}
