import { z } from 'zod';
import { requireDone, UserErrors } from './admin-api';
import type { Shop } from './shop';
import { REFERENCE } from './shipping-orders';
import { SUBSCRIBED } from './webhook-topics';

const DEFINE = {
  document: `mutation HubDefine($definition: MetafieldDefinitionInput!) { metafieldDefinitionCreate(definition: $definition) { userErrors { code field } } }`,
  data: z.object({ metafieldDefinitionCreate: z.object({ userErrors: UserErrors }) }),
};

const SUBSCRIBE = {
  document: `mutation HubSubscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) { userErrors { field } } }`,
  data: z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }) }),
};

const SUBSCRIPTIONS = {
  document: `query HubSubscriptions($uri: String!) { webhookSubscriptions(first: 50, uri: $uri) { nodes { topic } } }`,
  data: z.object({ webhookSubscriptions: z.object({ nodes: z.array(z.object({ topic: z.string() })) }) }),
};

/** Once for each shop, and again as often as one likes: the custom id of shipping orders, and the webhooks. */
export async function setUpShop({ api }: Shop, webhooksUrl: string): Promise<void> {
  const definition = { ...REFERENCE, name: 'HUB Network reference', ownerType: 'ORDER', type: 'id' };
  const { metafieldDefinitionCreate } = await api.write(DEFINE, { definition });
  const errors = metafieldDefinitionCreate.userErrors.filter(({ code }) => code !== 'TAKEN');
  requireDone('the custom id of orders', errors);
  const there = await api.read(SUBSCRIPTIONS, { uri: webhooksUrl });
  const known = new Set(there.webhookSubscriptions.nodes.map(({ topic }) => topic));
  for (const topic of SUBSCRIBED.filter((one) => !known.has(one))) {
    const subscription = { uri: webhooksUrl, format: 'JSON' };
    const { webhookSubscriptionCreate } = await api.write(SUBSCRIBE, { topic, subscription });
    requireDone(`the webhook ${topic}`, webhookSubscriptionCreate.userErrors);
  }
}
