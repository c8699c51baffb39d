import type { ShippingOrderLine } from '../adapter';
import { refuse } from '../refuse';

/** Each line of a shipping order with the platform's variant of it, looked up one after the other; one that is not there refuses the order. */
export async function withVariants<Variant extends object>(
  lines: readonly ShippingOrderLine[],
  find: (line: ShippingOrderLine) => Promise<Variant | null>,
): Promise<(ShippingOrderLine & { variant: Variant })[]> {
  const found = [];
  for (const [at, line] of lines.entries()) {
    const variant = await find(line);
    if (variant === null) throw refuse.unknownVariant(`line_items[${at}].variant_id`);
    found.push({ ...line, variant });
  }
  return found;
}
