import type { ShopOfOrder } from '@hub/support-desk';

/** A sentence, with the shop that it names as a link to the shop's page. Another sentence stays as it is. */
export function ShopLinked({ text, shop }: { text: string; shop: ShopOfOrder | undefined }) {
  const at = shop ? text.indexOf(shop.shopName) : -1;
  if (!shop || at === -1) return <>{text}</>;
  return (
    <>
      {text.slice(0, at)}
      <a href={`/shops/${shop.shop}`}>{shop.shopName}</a>
      {text.slice(at + shop.shopName.length)}
    </>
  );
}
