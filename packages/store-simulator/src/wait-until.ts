import type { Store } from './state/store';

const USUAL_TIMEOUT_MS = 60_000;

/**
 * Resolves once the condition holds, checked after everything that happens in the store (a call answered, an attempt to
 * deliver, an action). Rejects after `timeoutMs`.
 */
export function waitUntil(store: Store, holds: () => boolean, timeoutMs = USUAL_TIMEOUT_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      unwatch();
      finish();
    };
    const look = (): void => {
      try {
        if (holds()) settle(resolve);
      } catch (error) {
        settle(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const timer = setTimeout(
      () =>
        settle(() =>
          reject(new Error(`${store.options.slug}: not so within ${timeoutMs} ms: ${holds.toString()}`)),
        ),
      timeoutMs,
    );
    const unwatch = store.watch(look);
    look();
  });
}
