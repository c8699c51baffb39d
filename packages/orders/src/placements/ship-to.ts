/**
 * `ship_to` of a shipping order: the delivery address as it was given, `phone` always present, and a relay address in
 * place of the customer's own (D18, D29).
 * @param relayEmail null: none was made, as the customer gave no e-mail address
 */
export function shipToOf(
  address: Readonly<Record<string, unknown>>,
  relayEmail: string | null,
): Record<string, unknown> {
  const email = address['email'] === undefined ? null : relayEmail;
  return { ...address, phone: address['phone'] ?? null, email };
}
