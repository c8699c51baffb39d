import type { TrackingRequest } from '@hub/contract';
import { newReference } from '../../references';

/** The service's request to add the tracking of a package with these lines (D20). */
export function trackingOf(line_items: TrackingRequest['line_items']): TrackingRequest {
  const reference = newReference();
  return {
    external_ref: reference,
    carrier: 'Example Post',
    tracking_number: reference.slice(-12).toUpperCase(),
    tracking_url: 'https://tracking.example.com/',
    shipped_at: new Date().toISOString(),
    line_items,
  };
}
