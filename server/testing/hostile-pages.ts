/** The largest page that a check reads, in characters. */
const LARGEST_PAGE = 2 * 1024 * 1024;

/** As many elements as a page may have, besides those of `pageOf`. */
const ELEMENTS = 99_000;

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

const pageOf = (body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>Kettle K1</title>${head}</head><body><h1>Kettle K1</h1>
<p class="price">EUR 49.90</p><button>Add to cart</button>${body.slice(0, LARGEST_PAGE - 400)}</body></html>`;

const many = (piece: (index: number) => string, length = LARGEST_PAGE): string => {
  const pieces: string[] = [];
  for (let index = 0, size = 0; size < length; index++) {
    const next = piece(index);
    pieces.push(next);
    size += next.length;
  }
  return pieces.join("");
};

/** Texts that make expressions with several open ends try many ways to match. */
const TEXTS = {
  blanks: filled("x ", 390),
  digits: filled("1", 390),
  amounts: filled("1,", 390),
  prices: filled("€1 ", 390),
  apostrophes: filled("1'111 ", 390),
  letters: filled("a", 390),
  stock: filled("out of in not no longer ", 88),
  classes: filled("price-", 390),
};

/** Pages of the largest size, each made to cost a reader as much as one kind of content can, by name. */
export const HOSTILE_PAGES: Readonly<Record<string, () => string>> = {
  "nested elements": () => pageOf(filled("<div>", LARGEST_PAGE)),
  "nested as deep as allowed": () =>
    pageOf(filled(`${filled("<b>", 2_200)}€1${filled("</b>", 2_900)}`, LARGEST_PAGE)),
  "unclosed formatting": () => pageOf(filled("<b><i><a>", LARGEST_PAGE)),
  "300,000 elements": () => pageOf(filled("<p>€1", LARGEST_PAGE)),
  "as many elements as allowed": () => pageOf("<p>€1".repeat(ELEMENTS)),
  "elements with prices": () => pageOf(many((index) => `<p class="price">€ ${index}.90</p>`)),
  "elements named differently": () =>
    pageOf(many((index) => `<i class="price-${index} a${index}">€${index}</i>`)),
  buttons: () => pageOf(filled("<button>Add to cart</button>", LARGEST_PAGE)),
  "nested buttons": () =>
    pageOf(filled(`${filled("<div role=button>", 8_000)}Buy now${filled("</div>", 3_000)}`, LARGEST_PAGE)),
  headings: () => pageOf(filled("<h1>Kettle K1</h1>", LARGEST_PAGE)),
  "stock lines": () => pageOf(filled("<p>out of stock", LARGEST_PAGE)),
  lists: () => pageOf(`<ul>${"<li>oos".repeat(ELEMENTS)}`),
  "lists of different kinds": () => pageOf(`<ul>${many((index) => `<li class=c${index}>oos`, 1_500_000)}`),
  "one text": () => pageOf(filled("kettle € 49.90 ", LARGEST_PAGE)),
  "one text without blanks": () => pageOf(filled("a", LARGEST_PAGE)),
  blanks: () => pageOf(`<p>a${filled(" ", LARGEST_PAGE)}b`),
  "attributes of one element": () => pageOf(`<p ${many((index) => `a${index} `)}>`),
  "one attribute": () => pageOf(`<p class="${filled("price-old ", LARGEST_PAGE)}">€ 5</p>`),
  "classes of many elements": () =>
    pageOf(filled(`<p class="${filled("a b c ", 600)}">€ 5</p>`, LARGEST_PAGE)),
  "style rules": () => pageOf("", `<style>${many((index) => `.a${index}{display:none}`)}</style>`),
  "one style rule": () => pageOf("", `<style>${many((index) => `.a${index},`)}b{display:none}</style>`),
  "unclosed style rules": () => pageOf("", `<style>${filled("a{", LARGEST_PAGE)}</style>`),
  "structured data": () =>
    pageOf(
      many(
        (index) =>
          `<script type="application/ld+json">{"@type":"Product","name":"Kettle ${index}","offers":{"price":"${index}"}}</script>`,
      ),
    ),
  "structured data in one text": () =>
    pageOf(
      `<script type="application/ld+json">[${many((index) => `{"@type":"Product","name":"K${index}","offers":{"price":${index}}},`)}{}]</script>`,
    ),
  "broken structured data": () =>
    pageOf(`<script type="application/ld+json">${filled('{/*"', LARGEST_PAGE)}</script>`),
  "deep structured data": () =>
    pageOf(`<script type="application/ld+json">${filled("[", LARGEST_PAGE)}</script>`),
  "references in structured data": () =>
    pageOf(
      `<script type="application/ld+json">{"@graph":[${many((index) => `{"@id":"${index}","@type":"Product","model":[{"@id":"${index + 1}"},{"@id":"${index + 2}"}]},`)}{}]}</script>`,
    ),
  microdata: () =>
    pageOf(filled('<p itemscope itemtype="//schema.org/Product"><b itemprop=price>5</b></p>', LARGEST_PAGE)),
  "nested microdata": () =>
    pageOf(
      filled(`${filled("<p itemscope itemprop=offers>", 12_000)}${filled("</p>", 1_600)}`, LARGEST_PAGE),
    ),
  "references in microdata": () =>
    pageOf(many((index) => `<p id=a${index} itemscope itemref="a${index + 1} a${index + 2}"></p>`)),
  "properties in microdata": () => pageOf(filled("<b itemprop=price>€5</b>", LARGEST_PAGE)),
  RDFa: () => pageOf(filled('<p typeof="Product"><b property=price>5</b></p>', LARGEST_PAGE)),
  "nested RDFa": () =>
    pageOf(
      filled(`${filled("<div typeof=Product rel=offer>", 12_000)}x${filled("</div>", 2_400)}`, LARGEST_PAGE),
    ),
  "state objects": () =>
    pageOf(`<script>var a=[${many((index) => `{"name":"Kettle K1","price":${index}.5},`)}{}]</script>`),
  "unclosed state": () => pageOf(`<script>${filled('a={"a":', LARGEST_PAGE)}</script>`),
  "state in strings": () => pageOf(`<script>${filled('JSON.parse("\\"', LARGEST_PAGE)}</script>`),
  "state in attributes": () =>
    pageOf(filled(`<p data-product='{"name":"Kettle K1","price":5.5}'></p>`, LARGEST_PAGE)),
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [
      `lines of ${name}`,
      () => pageOf(filled(`<p class="price">${text} €</p>`, LARGEST_PAGE)),
    ]),
  ),
};
