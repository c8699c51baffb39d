import type { ShopMail } from './mail-addresses';

/** The mail that asks a shop for a new bearer token, entered at its own door (D35): no mail carries a token. */
export function askForToken(shop: { name: string; mailAddresses: readonly string[] }): ShopMail {
  return {
    subject: 'Our calls to your store are refused: please enter a new token',
    text: [
      `Hello ${shop.name},`,
      'your store refuses our token. Until it accepts one again, we cannot send it orders, tracking, returns or quantities. Nothing is lost.',
      'Please issue a new token in your platform, and enter it at our door, under "Your store". It is tested at once, and calls go on.',
      'Please do not send the token by mail.',
    ].join('\n\n'),
    to: shop.mailAddresses,
  };
}
