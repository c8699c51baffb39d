import { createHmac, randomUUID } from 'node:crypto';
import type { FakeShop, WebhookMessage } from './fake-shop';

export interface SentWebhook extends WebhookMessage {
  webhookId: string;
  uri: string;
}

/** Sends a shop's webhooks as Shopify does; held ones are sent by the test, in whichever order, as often as it likes, or never. */
export class WebhookSender {
  readonly held: SentWebhook[] = [];
  isHolding = false;
  /** How often each is sent. */
  copies = 1;
  readonly #underWay = new Set<Promise<void>>();

  constructor(
    private readonly domain: string,
    private readonly clientSecret: string,
  ) {}

  notify(shop: FakeShop, message: WebhookMessage): void {
    const subscriptionTopic = message.topic.toUpperCase().replace('/', '_');
    for (const { topic, uri } of shop.subscriptions) {
      if (topic !== subscriptionTopic) continue;
      const webhook = { ...message, uri, webhookId: randomUUID() };
      if (this.isHolding) this.held.push(webhook);
      else for (let copy = 0; copy < this.copies; copy += 1) this.#inBackground(webhook);
    }
  }

  /** Again until it is taken, as Shopify does for four hours. */
  #inBackground(webhook: SentWebhook): void {
    const work = this.#untilTaken(webhook).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #untilTaken(webhook: SentWebhook): Promise<void> {
    for (let attempt = 0; attempt < 8; attempt += 1)
      if ((await this.send(webhook).catch(() => 0)) === 200) return;
  }

  /** Resolves once nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** @returns the status it was answered with */
  async send(
    { topic, payload, webhookId, uri }: SentWebhook,
    change: Record<string, string> = {},
  ): Promise<number> {
    const body = JSON.stringify(payload);
    const response = await fetch(uri, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': this.domain,
        'x-shopify-webhook-id': webhookId,
        'x-shopify-api-version': '2026-07',
        'x-shopify-triggered-at': new Date().toISOString(),
        'x-shopify-hmac-sha256': createHmac('sha256', this.clientSecret).update(body).digest('base64'),
        ...change,
      },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  }
}
