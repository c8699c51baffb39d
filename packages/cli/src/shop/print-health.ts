import type { ResultOf } from '../desk/with-desk';
import { printTable } from '../output';

type Health = ResultOf<'shop.health'>[number];

export function printHealth(shops: readonly Health[]): void {
  printTable(
    ['shop', 'calls', 'paused until', 'catalogue', 'out of sync', 'last hour', 'alerts', 'failed messages'],
    shops.map((shop) => [
      shop.shop,
      callsOf(shop),
      shop.paused_until ?? '',
      shop.catalogue ? `${shop.catalogue.state} ${shop.catalogue.requested_at}` : 'never read',
      shop.out_of_step.quantities === 0
        ? ''
        : `${shop.out_of_step.quantities} since ${shop.out_of_step.oldest_since}`,
      `${shop.last_hour.calls} calls, ${shop.last_hour.failures} failed`,
      String(shop.open_alerts),
      String(shop.open_dead_letters),
    ]),
  );
}

function callsOf({ calls_held: held, circuit }: Health): string {
  if (held) return `suspended since ${held.since} (credentials refused)`;
  return circuit.state === 'open' ? `suspended since ${circuit.since}` : 'go out';
}
