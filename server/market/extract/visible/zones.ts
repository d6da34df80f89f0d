import { hasWord, isNamed } from "@/server/market/extract/document/element-lexicon";
import type { Element } from "@/server/market/extract/document/nodes";
import type { Region } from "@/server/market/extract/document/rendered-text";

/** Words in the names of page parts with other products, or without products. */
const ELSEWHERE_WORDS = new Set(
  (
    "footer nav navbar navigation navi menu submenu breadcrumb breadcrumbs related recommended recommendation recommendations " +
    "recommend recs rec similar upsell upsells crosssell crossselling accessories accessory zubehoer carousel slider swiper " +
    "slick owl minicart carttotal cookie cookies newsletter review reviews rating ratings bewertung bewertungen avis " +
    "comment comments faq filter filters facets sidebar recently viewed alternative alternatives bundle bundles " +
    "sponsored suggestion suggestions autosuggest autocomplete search promo banner advert ads blog article-list toplist " +
    "bestseller bestsellers trending popular history compare comparison wishlist spec specs specification specifications " +
    "datasheet questions answers qa description beschreibung descripcion shipping delivery versand livraison envio warranty " +
    "gift gifts freebie freebies giveaway addon addons extras sponsor sponsoredad werbung anzeige " +
    "insurance protection financing finance installment installments instalment coupon voucher tooltip estimate"
  ).split(" "),
);
const ELSEWHERE_JOINED =
  /mini-?cart|cart-?(?:total|summary|count|drawer|popup|preview|dropdown)|basket-?(?:total|summary|count|box|preview)|(?:header|top|side|mini|nav)[-_]?(?:cart|basket|bag)|shopping-?cart|shoppingcart|cross-?sell|up-?sell|also-?(?:like|bought|viewed)|you-?may|frequently|customers-?|product-?(?:list|grid|carousel|slider|tile|card)s?|item-?card|other-?products|more-?products|recently|last-?seen|sticky-?header|site-?header|page-?header|global-?header|headercart|cartheader|tab-?pane/;
/** Feature detection adds arbitrary class names to these elements. */
const WHOLE_PAGE = new Set(["html", "body", "main"]);
const ELSEWHERE_TAGS = new Set(["footer", "nav", "aside"]);

const COLUMN_WORDS = new Set("sidebar promo banner description beschreibung descripcion".split(" "));
const OTHER_WORDS = new Set([...ELSEWHERE_WORDS].filter((word) => !COLUMN_WORDS.has(word)));

/** Whether only its place marks a part of the page as apart, such as a column beside the text. */
export const isColumn = (element: Element): boolean =>
  (element.name === "aside" || hasWord(element, COLUMN_WORDS)) &&
  !hasWord(element, OTHER_WORDS) &&
  !isNamed(element, ELSEWHERE_JOINED);

/** Whether an element's name marks a part of the page that is not about the main product's price. */
export function isElsewhere(element: Element): boolean {
  if (WHOLE_PAGE.has(element.name)) return false;
  if (ELSEWHERE_TAGS.has(element.name)) return true;
  return hasWord(element, ELSEWHERE_WORDS) || isNamed(element, ELSEWHERE_JOINED);
}

export const encloses = (outer: Region, inner: Region): boolean =>
  outer.enter <= inner.enter && inner.leave <= outer.leave;
