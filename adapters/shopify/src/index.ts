export { setUpShop } from './set-up-shop';
export { openShop, type Shop, type ShopOptions } from './shop';
export { shopifyAdapter } from './shopify-adapter';
export { shopifyWebhooks, type WebhookOptions } from './webhooks';
