import { listAddress, type Owed } from '@hub/support-desk';
import { amount } from '@hub/support-desk/words';
import type { Column } from '../lists/column';

/** Money owed by pair of shops, on the page and in the file. @param days of the month that is shown */
export function pairColumns(days: { from: string; to: string }): readonly Column<Owed>[] {
  const link = (slug: string, name: string) => <a href={listAddress(`/money/shops/${slug}`, days)}>{name}</a>;
  return [
    { name: 'Selling shop id', fileOnly: true, text: ({ sellingShop }) => sellingShop },
    {
      name: 'Owes',
      head: true,
      text: ({ sellingName }) => sellingName,
      cell: ({ sellingShop, sellingName }) => link(sellingShop, sellingName),
    },
    { name: 'Shipping shop id', fileOnly: true, text: ({ shippingShop }) => shippingShop },
    {
      name: 'Is owed',
      text: ({ shippingName }) => shippingName,
      cell: ({ shippingShop, shippingName }) => link(shippingShop, shippingName),
    },
    { name: 'Lines', number: true, text: ({ lines }) => lines },
    { name: 'Goods', number: true, text: ({ owed }) => owed, cell: ({ owed }) => amount(owed) },
    {
      name: 'Shipping',
      number: true,
      text: ({ shippingShare }) => shippingShare,
      cell: ({ shippingShare }) => amount(shippingShare),
    },
    { name: 'Due', number: true, text: ({ due }) => due, cell: ({ due }) => amount(due) },
    { name: 'Currency', text: ({ currency }) => currency },
  ];
}
