import { eventOf } from '@hub/desk/orders';
import type { AtRisk } from '@hub/desk/problems';
import type { Problem } from './problem';

/** Packages, cancellations and returns of the order that were refused (D38). */
export function eventProblems(orderId: string, refused: readonly AtRisk[]): Problem[] {
  return refused.map((risk) => {
    const { storeName, store, reason, part } = risk;
    const event = eventOf(risk);
    const shopName = storeName ?? 'A shop';
    return {
      tone: 'bad',
      title: `${event} of ${shopName} was refused`,
      words: `It has no effect. The answer was ${(reason ?? '').slice(event.length + 1)}.`,
      advice: `Ask ${shopName} to correct it and to send it again with a new event id.`,
      steps: [
        { href: `/events/${store ?? ''}/${part}`, name: 'Open the event', role: 'viewer' },
        {
          href: `/orders/${orderId}/events/${event}/close`,
          name: 'Close the refused event',
          role: 'agent',
        },
      ],
    };
  });
}
