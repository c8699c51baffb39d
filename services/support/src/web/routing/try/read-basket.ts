import { Country } from '@hub/shops';
import type { Basket } from '@hub/desk/routing';
import { z } from 'zod';
import { readCriteria } from '../criteria-fields';

const LINES = 20;

/** The form's entries, as typed. */
export const BasketForm = z.object({
  shop: z.string().max(255).optional(),
  country: z.string().max(2).optional(),
  latitude: z.string().max(20).optional(),
  longitude: z.string().max(20).optional(),
  articles: z.string().max(4_000).optional(),
  band_km: z.string().max(10).optional(),
  criteria: z.string().max(255).optional(),
});
export type BasketForm = z.output<typeof BasketForm>;

const coordinate = (most: number) => z.coerce.number().min(-most).max(most);
const Coordinates = z.object({ latitude: coordinate(90), longitude: coordinate(180) });
/** An article, then pieces, then a price; the last two are optional. */
const LINE = /^(\S.{0,254}?)(?:\s+(\d{1,6}))?(?:\s+(\d{1,12}(?:\.\d{1,6})?))?$/;

/** The basket, or what is wrong with its entries, in a sentence. Null: the form is empty. */
export function readBasket(form: BasketForm): Basket | { fault: string } | null {
  const { shop, articles = '' } = form;
  if (!shop && !articles) return null;
  if (!shop) return { fault: 'Choose the shop that sells.' };
  const country = (form.country ?? '').toUpperCase();
  if (!Country.safeParse(country).success)
    return {
      fault: 'A destination is an ISO 3166-1 country code, such as SE, or GB (not UK) and GR (not EL).',
    };
  const written = articles.split('\n').filter((line) => line.trim() !== '');
  const lines = written.flatMap((line) => readLine(line.trim()) ?? []);
  if (lines.length < written.length || lines.length === 0 || lines.length > LINES)
    return { fault: `Name from 1 to ${LINES} articles, each on a line of its own, with pieces and price.` };
  const coordinates = readCoordinates(form);
  if (coordinates === undefined) return { fault: 'Latitude and longitude are degrees, both or neither.' };
  const criteria = readCriteria(form);
  if (criteria !== null && 'fault' in criteria) return { fault: `Not tried: ${criteria.fault}.` };
  return { shop, country, coordinates, lines, criteria: criteria ?? undefined };
}

function readLine(text: string): Basket['lines'][number] | null {
  const [, article, pieces, price] = LINE.exec(text) ?? [];
  const quantity = Number(pieces ?? 1);
  return article === undefined || quantity === 0 ? null : { article, quantity, unitPrice: price ?? null };
}

/** Undefined: they cannot be read. */
function readCoordinates({ latitude, longitude }: BasketForm): Basket['coordinates'] | undefined {
  if (!latitude && !longitude) return null;
  if (!latitude || !longitude) return undefined;
  return Coordinates.safeParse({ latitude, longitude }).data;
}
