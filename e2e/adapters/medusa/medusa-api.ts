import type { z } from 'zod';

/** What `shop/seed.js` made, and the keys of its visitors. */
export interface SeededShop {
  channel: string;
  region: string;
  own: string;
  hub: string;
  shippingOption: string;
  /** The code of one that takes a tenth off. */
  promotion: string;
  publishableKey: string;
  secretKey: string;
}

/** A shop's Store API and Admin API. */
export class MedusaApi {
  constructor(
    readonly url: string,
    readonly seeded: SeededShop,
  ) {}

  get<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    return this.request('GET', path, { answer });
  }

  post<T>(path: string, body: object, answer: z.ZodType<T>): Promise<T> {
    return this.request('POST', path, { body, answer });
  }

  /** Where nothing of the answer counts. */
  async send(path: string, body: object = {}): Promise<true> {
    await this.fetch('POST', path, body);
    return true;
  }

  private async request<T>(
    method: string,
    path: string,
    { body, answer }: { body?: object; answer: z.ZodType<T> },
  ): Promise<T> {
    const response = await this.fetch(method, path, body);
    return answer.parse(await response.json());
  }

  private async fetch(method: string, path: string, body?: object): Promise<Response> {
    const { publishableKey, secretKey } = this.seeded;
    const key: Record<string, string> = path.startsWith('/store')
      ? { 'x-publishable-api-key': publishableKey }
      : { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` };
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...key },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
