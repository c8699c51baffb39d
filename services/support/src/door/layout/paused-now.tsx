import type { PauseView } from '@hub/desk/door';
import { Time, Zone } from '../../web/layout/time';

/** The banner on every page while the shop's shipping is paused (D38). */
export function PausedNow({ pauses: [latest] }: { pauses: readonly PauseView[] }) {
  if (!latest) return null;
  return (
    <p class="notice">
      Your shipping is paused until <Time at={new Date(latest.until)} /> <Zone />: you get no new orders, and{' '}
      <a href="/orders">those that you have</a> go on. See <a href="/store#pause">your store</a>.
    </p>
  );
}
