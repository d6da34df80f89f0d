/** Phrases for "add to basket" and "buy now" in lower case, one pattern for all languages of the market. */
export const BUY_TEXT = new RegExp(
  [
    String.raw`add(?: item)?(?: \w+)? to (?:your |my |the |shopping )?(?:cart|basket|bag|trolley|order|box)|add to (?:cart|basket|bag)|buy (?:it )?now|^buy$|^purchase$|pre-?order(?: now)?$|place (?:a )?bid|^bid|order now|book now|^add$|get tickets|buy tickets`,
    String.raw`in den (?:waren|einkaufs)?korb|in die (?:einkaufs)?tasche|jetzt (?:kaufen|bestellen|vorbestellen)|in den einkaufswagen|zum warenkorb hinzu|^kaufen$|^bestellen$|vorbestellen`,
    String.raw`ajouter (?:au|à mon|dans le|à votre|à la) (?:panier|caddie|sac)|acheter|commander|mettre au panier|réserver`,
    String.raw`añadir a(?:l| la| mi) (?:carrito|cesta|bolsa|carro)|agregar al (?:carrito|carro)|comprar|a[ñn]adir a la cesta|lo quiero`,
    String.raw`aggiungi a(?:l|lla) (?:carrello|borsa|shopping bag)|acquista|compra(?: ora| subito)?$|ordina ora|metti nel carrello`,
    String.raw`adicionar a[oà] (?:carrinho|cesto|saco|sacola)|colocar no carrinho|comprar agora`,
    String.raw`in (?:de )?winkel(?:wagen|mand)(?:je)?|in mijn winkel|toevoegen aan (?:winkel|de )|bestel nu|nu kopen|koop nu|^bestellen`,
    String.raw`lägg i (?:varukorg|kundvagn)|lägg till i|handla|^köp|køb|læg i (?:kurv|indkøb)|tilføj til kurv|legg i (?:handlekurv|handlevogn)|kjøp|lisää (?:ostoskoriin|koriin)|ostoskoriin|^osta`,
    String.raw`do koszyk|dodaj do|kup teraz|^kup|zamów`,
    String.raw`do ko[šs][íi]k|vlo[žz]i[tť] do|p[řr]idat do|koupit|k[úu]pi[tť]|objedna[tť]`,
    String.raw`kosárba|megveszem|vásárlás|megrendelem|adaug[ăa] [îi]n co[șşs]|cump[ăa]r[ăa]`,
    String.raw`u košaricu|v košarico|dodaj u|dodaj v|kupi|naroči|naruči|в корзин|купить|в кошик|купити|заказать|в кошица|купи|добави в|добавить в|додати`,
    String.raw`προσθήκη στο καλάθι|στο καλάθι|αγορά|sepete ekle|satın al|hemen al`,
    String.raw`į krepšel|pirkti|ielikt groz|pievienot groz|pirkt|grozā|lisa (?:ost)?korvi|ostukorvi|osta`,
    String.raw`أضف إلى|اضف الى|أضف للسلة|إضافة إلى|اشتر|הוסף ל(?:סל|עגלה)|הוספה ל|קנה עכשיו|לרכישה|קנייה`,
    String.raw`カート(?:に|へ)入れ|かごに|買い物かご|購入|注文する|バッグに|장바구니|구매|바로구매|加入(?:购物车|購物車|購物袋)|放入(?:购物车|購物車)|立即(?:购买|購買|订购|訂購)|直接購買|我要購買|买|購買`,
    String.raw`หยิบใส่|เพิ่มลงใน|ซื้อ|thêm vào giỏ|mua ngay|đặt hàng|tambah(?:kan)? ke (?:keranjang|troli|beg)|masuk(?:kan)? (?:ke )?keranjang|beli`,
  ].join("|"),
  "u",
);

/** Names that developers give the button, independent of the shop's language. */
export const BUY_NAME =
  /add[-_ ]?(?:product)?[-_ ]?to[-_ ]?(?:cart|basket|bag|trolley)|add[-_]?cart|(?:cart|basket)[-_]?add|btn[-_]?cart|button[-_]?cart|buy[-_]?(?:now|button|btn|box[-_]?btn)|btn[-_]?buy|buybutton|add2cart|addtocart|in[-_]?den[-_]?warenkorb|single_add_to/;

/** Phrases that contain the same words but lead away from the product. */
export const NOT_BUY_TEXT =
  /guide|gift ?card|how to|subscribe|newsletter|help|terms|wish|list|compare|merk|vergleich|liste|préféré|deseos|desideri|favor|ulub|oblíben|obľúb|all |alle |more|mehr|continue|weiter|see |view |checkout|zur kasse|without|protection|insurance/;
