import type { RehearsalRecord } from '@hub/conformance';
import { z } from 'zod';

const RequestOfOrder = z.looseObject({ order_id: z.string().optional() });
const Event = z.looseObject({ event: z.string(), data: z.looseObject({ order_id: z.string().optional() }) });

/**
 * What a run in production must not leave behind (D32): each of its orders is stopped, or shipped and returned. A
 * shipping order that was neither shipped nor stopped is in `leftOpen`, which the runner reports itself.
 */
export function productionViolations(record: RehearsalRecord, leftOpen: readonly string[]): string[] {
  const orders = new OrdersOfTheRun();
  for (const { evidence } of record.checks) for (const entry of evidence) orders.see(entry);
  for (const entry of record.clean_up) orders.see(entry);
  return [
    ...leftOpen.map((what) => `the run left open: ${what}`),
    ...orders.shippedAndOut().map((id) => `the run left order ${id} shipped and not returned`),
    ...orders.soldAndOpen().map((id) => `the run left order ${id} sold, and neither cancelled nor returned`),
  ];
}

type Entry = RehearsalRecord['checks'][number]['evidence'][number];

class OrdersOfTheRun {
  private readonly shipped = new Set<string>();
  private readonly sold = new Set<string>();
  private readonly ended = new Set<string>();

  see(entry: Entry): void {
    if ('event' in entry) this.seeEvent(entry);
    else if ('request' in entry) this.seeCall(entry);
  }

  shippedAndOut(): string[] {
    return [...this.shipped].filter((id) => !this.ended.has(id));
  }

  soldAndOpen(): string[] {
    return [...this.sold].filter((id) => !this.ended.has(id));
  }

  private seeEvent({ event, answer }: Extract<Entry, { event: unknown }>): void {
    const read = Event.safeParse(event.body);
    if (!read.success || !('status' in answer) || answer.status !== 200) return;
    const { order_id: id } = read.data.data;
    if (id === undefined) return;
    if (read.data.event === 'order.created') this.sold.add(id);
    if (read.data.event === 'fulfillment.shipped') this.shipped.add(id);
    if (read.data.event === 'order.cancelled' || read.data.event === 'return.created') this.ended.add(id);
  }

  /** A return of an own order is registered with `POST /returns`. */
  private seeCall({ request, answer }: Extract<Entry, { request: unknown }>): void {
    if (!('status' in answer) || answer.status !== 200 || request.method !== 'POST') return;
    const id = RequestOfOrder.safeParse(request.body).data?.order_id;
    if (id !== undefined && /\/(returns|cancel)$/.test(request.path)) this.ended.add(id);
  }
}
