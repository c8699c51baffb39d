import { z } from 'zod';

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});
const Refusal = z.object({ errorCode: z.string(), message: z.string() });

/** To be selected of each mutation that may be refused. */
export const REFUSAL = '... on ErrorResult { errorCode message }';

/** One of a shop's two GraphQL interfaces, with the session that it gave. */
export class ShopSession {
  private token = '';

  constructor(private readonly url: string) {}

  /** Asks, and reads the answer by its schema. Rejects where the shop refuses. */
  async ask<T extends z.ZodType>(schema: T, query: string, variables: object = {}): Promise<z.infer<T>> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.token = response.headers.get('vendure-auth-token') ?? this.token;
    const { data, errors } = Answer.parse(await response.json());
    if (errors?.[0]) throw new Error(`the shop: ${errors[0].message}`);
    for (const one of Object.values(data ?? {})) {
      const refusal = Refusal.safeParse(one);
      if (refusal.success) throw new Error(`the shop: ${refusal.data.errorCode}: ${refusal.data.message}`);
    }
    return schema.parse(data);
  }

  async run(query: string, variables: object = {}): Promise<void> {
    await this.ask(z.unknown(), query, variables);
  }
}
