import type { AlertSummary } from '@hub/desk/alerts';
import { z } from 'zod';
import { PauseMark } from '../layout/shop-link';

const Cause = z.object({ origin: z.string(), reason: z.string() });

/** The links of an alert: its case, its failed messages, its order, its shop. */
export function AlertLinks({ alert, caseId }: { alert: AlertSummary; caseId: string | null }) {
  const links = [
    ...(caseId === null ? [] : [{ href: `/cases/${caseId}`, name: 'Its case' }]),
    ...linksOf(alert),
  ];
  if (links.length === 0) return null;
  return (
    <ul class="plain actions">
      {links.map(({ href, name }) => (
        <li>
          <a class="button quiet" href={href}>
            {name}
          </a>
          {href === `/shops/${alert.shop}` && <PauseMark shop={alert.shop ?? undefined} />}
        </li>
      ))}
    </ul>
  );
}

function linksOf({
  detail,
  kind,
  subject,
  sellerOrderId,
  orderId,
  orderNumber,
  shop,
  shopName,
}: AlertSummary) {
  const cause = kind === 'dead_letter' ? Cause.safeParse(detail).data : undefined;
  return [
    cause && { href: `/dead-letters?${new URLSearchParams(cause)}`, name: 'Its failed messages' },
    kind === 'link_disputed' && { href: `/links/${subject.replace('link:', '')}`, name: 'The link' },
    sellerOrderId !== null && {
      href: `/orders/${sellerOrderId}`,
      name: `Order ${orderNumber ?? orderId ?? ''}`.trim(),
    },
    orderId !== null && {
      href: `/dead-letters?${new URLSearchParams({ text: orderId, state: 'any' })}`,
      name: 'Failed messages of the order',
    },
    shop !== null && { href: `/shops/${shop}`, name: shopName ?? shop },
  ].filter((link) => link !== undefined && link !== false);
}
