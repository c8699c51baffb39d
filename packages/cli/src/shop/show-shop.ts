import type { LookOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { printJson, printTable } from '../output';

/** `hub shop show`: what is known of a shop, without its secrets. */
export async function showShop(shop: string, options: LookOptions): Promise<void> {
  const described = await ask(options, 'shop.show', { shop });
  if (options.json) return printJson(described);
  printTable(
    ['what', 'value'],
    Object.entries({ ...described, signing_secrets: described.signing_secrets.map(inWords) }).map(
      ([what, value]) => [
        what.replaceAll('_', ' '),
        Array.isArray(value) ? value.join(', ') : String(value ?? ''),
      ],
    ),
  );
}

function inWords({ verify_until: until }: { verify_until: string | null }): string {
  return until === null ? 'without end' : `until ${until}`;
}
