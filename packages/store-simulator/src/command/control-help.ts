/** The control endpoints of a running store, with examples to paste. */
export function controlHelp(apiRoot: string, sample: { variantId: string; locationId: string }): string {
  const post = (path: string, body: unknown): string =>
    `  curl -s ${apiRoot}/_control/${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  const variant = sample.variantId;
  return [
    'Control (this machine only, no credentials):',
    `  curl -s ${apiRoot}/_control/state`,
    post('sell', { lines: [{ variantId: variant, quantity: 1, network: true, unitPrice: 80 }] }),
    post('stock', { variantId: variant, locationId: sample.locationId, quantity: 5 }),
    post('ship', { orderId: '<shipping order id>', carrier: 'PostNord', trackingNumber: 'PN1' }),
    post('cancel', { orderId: '<order id>', reason: 'customer changed her mind' }),
    post('return', { orderId: '<shipping order id>', customerNote: 'too small' }),
    post('resend', { eventId: '<event id>' }),
    post('faults', {
      endpoint: 'POST /orders',
      times: 2,
      fault: { kind: 'status', status: 429, retryAfter: 3 },
    }),
    post('faults', { endpoint: 'POST /orders', times: 1, fault: { kind: 'drop', when: 'after' } }),
    `  curl -s -X DELETE ${apiRoot}/_control/faults`,
    `  curl -s ${apiRoot}/_control/switches`,
    post('switches', { break: ['orders-repeat-creates-again'] }),
  ].join('\n');
}
