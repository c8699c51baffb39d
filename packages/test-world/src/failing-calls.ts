import type { ShopCalls } from '@hub/shops';

type Calls = Pick<ShopCalls, 'send'>;

/** The calls of a process that dies once a store has answered it. */
export function dyingAfter(calls: Calls): Calls {
  return {
    send: async <T>(...call: Parameters<typeof calls.send<T>>) => {
      await calls.send(...call);
      throw new Error('the process ended');
    },
  };
}

/** Calls that are refused, each after something else has happened. */
export function refusedAfter(happens: () => Promise<void>): Calls {
  return {
    send: async () => {
      await happens();
      const nothing = { code: null, message: null, attempts: 1, maybeActed: false } as const;
      return { kind: 'refused', status: 400, ...nothing };
    },
  };
}
