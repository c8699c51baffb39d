import { z } from 'zod';

/** What shops are compared by (D19): figures of a criterion stand with it. */
export type Criterion =
  | { by: 'distance_band'; km: number }
  | { by: 'same_parcel' | 'free_stock' | 'distance' | 'same_country' | 'load' };
export type CriterionName = Criterion['by'];

/** The first decides; the next among shops that are equal by it. The shop id comes after the last (D19). */
export type Criteria = readonly Criterion[];

const PLAIN = ['same_parcel', 'free_stock', 'distance', 'same_country', 'load'] as const;
const CRITERIA_NAMES: readonly CriterionName[] = ['distance_band', ...PLAIN];

/** The largest distance on earth: beyond it bands differ in nothing. */
export const WHOLE_EARTH_KM = 20_037;
const KM = `whole kilometres, from 1 to ${WHOLE_EARTH_KM}`;
/** Distances are stored to 100 m: bands of whole kilometres. */
export const BandKm = z.int(KM).min(1, KM).max(WHOLE_EARTH_KM, KM);

/** D19's built-in criteria, with bands of that many kilometres. */
export function criteriaWithBand(km: number): Criteria {
  return [{ by: 'distance_band', km }, { by: 'same_parcel' }, { by: 'free_stock' }, { by: 'distance' }];
}

const BUILT_IN: readonly CriterionName[] = ['distance_band', 'same_parcel', 'free_stock', 'distance'];

/** Whether criteria are the built-in ones, with bands of any width. */
export function areBuiltIn(criteria: Criteria): boolean {
  return criteria.length === BUILT_IN.length && criteria.every(({ by }, index) => by === BUILT_IN[index]);
}

/** The kilometres of the bands; null: shops are not compared by bands. */
export function bandKmOf(criteria: Criteria): number | null {
  for (const criterion of criteria) if (criterion.by === 'distance_band') return criterion.km;
  return null;
}

export function usesDistance(criteria: Criteria): boolean {
  return criteria.some(isOfDistance);
}

/** The criteria that have an effect: without coordinates those of distance have none (D19). */
export function effective(criteria: Criteria, withCoordinates: boolean): Criteria {
  return withCoordinates ? criteria : criteria.filter((criterion) => !isOfDistance(criterion));
}

function isOfDistance({ by }: Criterion): boolean {
  return by === 'distance_band' || by === 'distance';
}

export function areSameCriteria(one: Criteria, other: Criteria): boolean {
  return JSON.stringify(writeCriteria(one)) === JSON.stringify(writeCriteria(other));
}

/** A criterion as in a file: its name, or its name with its figure. */
export type WrittenCriterion = Exclude<CriterionName, 'distance_band'> | { distance_band: number };

/** Criteria as in a file, in an address and in the database; `ReadCriteria` reads them. */
export function writeCriteria(criteria: Criteria): WrittenCriterion[] {
  return criteria.map((criterion) =>
    criterion.by === 'distance_band' ? { distance_band: criterion.km } : criterion.by,
  );
}

const LIST = 'a list of criteria, the first one first';
const NAMES = `a criterion: ${CRITERIA_NAMES.join(', ')}`;
const WITH_KM = 'distance_band needs its kilometres: distance_band: 50';

/** Reads `[{ distance_band: 50 }, free_stock, …]`; a fault names its place and holds nothing of the input. */
export const ReadCriteria = z
  .array(z.unknown(), LIST)
  .min(1, LIST)
  .transform((written, context): Criteria => {
    const found = new Set<CriterionName>();
    return written.map((one, index) => {
      const fault = (message: string, ...path: PropertyKey[]) => {
        context.addIssue({ code: 'custom', message, path: [index, ...path] });
        return z.NEVER;
      };
      const read = readCriterion(one);
      if ('fault' in read) return fault(read.fault, ...read.path);
      if (found.has(read.by)) return fault('is in the list already: each criterion stands once');
      found.add(read.by);
      return read;
    });
  });

function readCriterion(written: unknown): Criterion | { fault: string; path: string[] } {
  if (written === 'distance_band') return { fault: WITH_KM, path: [] };
  const plain = PLAIN.find((name) => name === written);
  if (plain !== undefined) return { by: plain };
  const band = z.strictObject({ distance_band: z.unknown() }).safeParse(written);
  if (!band.success) return { fault: NAMES, path: [] };
  const km = BandKm.safeParse(band.data.distance_band);
  return km.success ? { by: 'distance_band', km: km.data } : { fault: KM, path: ['distance_band'] };
}

/** Such as `distance_band: 50, free_stock`. */
export function criteriaText(criteria: Criteria): string {
  return criteria
    .map((criterion) =>
      criterion.by === 'distance_band' ? `${criterion.by}: ${criterion.km}` : criterion.by,
    )
    .join(', ');
}

/** What `criteriaText` writes, as `ReadCriteria` takes it; also one a line. */
export function splitCriteria(text: string): unknown[] {
  return text
    .split(/[,\n]/)
    .map((one) => one.replace(/^\s*-\s/, '').trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [, name, figure] = /^([a-z_]+)\s*:\s*(\d{1,9})$/.exec(one) ?? [];
      return name === undefined ? one : { [name]: Number(figure) };
    });
}
