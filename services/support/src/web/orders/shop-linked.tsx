import type { ShopOfOrder } from '@hub/desk/orders';

/** A sentence in which the name of the shop links to the shop's page. Any other sentence is unchanged. */
export function ShopLinked({ text, shop }: { text: string; shop: ShopOfOrder | undefined }) {
  const at = shop ? placeOf(shop.shopName, text) : -1;
  if (!shop || at === -1) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <a href={`/shops/${shop.shop}`}>{shop.shopName}</a>
      {text.slice(at + shop.shopName.length)}
    </>
  );
}

const IN_WORD = /[\p{L}\p{N}_-]/u;

/** The position of a name as a separate word; -1: none. Ids of orders and packages may begin with the name of their shop. */
function placeOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = [text[at - 1], text[at + name.length]];
    if (!around.some((letter) => letter !== undefined && IN_WORD.test(letter))) return at;
  }
  return -1;
}
