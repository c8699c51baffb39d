import {
  areBuiltIn,
  BandKm,
  bandKmOf,
  criteriaText,
  criteriaWithBand,
  ReadCriteria,
  splitCriteria,
  WHOLE_EARTH_KM,
  type Criteria,
} from '@hub/orders/routing';
import { LONGEST_TEXT } from '../layout/filter-text';
import { z } from 'zod';

/** A policy's criteria in a form: in their order, or the built-in ones with other bands. */
export interface CriteriaForm {
  criteria?: string | undefined;
  band_km?: string | undefined;
}

/**
 * The criteria of a form; those that are written out outrank the band.
 * @returns null: neither is given
 */
export function readCriteria({ criteria, band_km }: CriteriaForm): Criteria | { fault: string } | null {
  if (criteria) {
    const read = ReadCriteria.safeParse(splitCriteria(criteria));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const [place] = issue?.path ?? [];
    return {
      fault: `criterion ${typeof place === 'number' ? place + 1 : 1}: ${issue?.message ?? 'unreadable'}`,
    };
  }
  if (!band_km) return null;
  const band = BandKm.safeParse(Number(band_km));
  return band.success
    ? criteriaWithBand(band.data)
    : { fault: `a band has whole kilometres, from 1 to ${WHOLE_EARTH_KM}` };
}

/** A field as it was sent, for the action to judge; an empty one is left out. */
export const SentText = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional();

/** The fields as an action takes them: criteria that are written out outrank the band. */
export function policyOf({ criteria, band_km }: CriteriaForm) {
  if (criteria) return { criteria };
  return band_km ? { band_km: Number(band_km) } : {};
}

/** Criteria as the fields have them. */
export function formOf(criteria: Criteria): { criteria: string } | { band_km: string } {
  return areBuiltIn(criteria)
    ? { band_km: String(bandKmOf(criteria)) }
    : { criteria: criteriaText(criteria) };
}

interface CriteriaFieldsProps extends CriteriaForm {
  /** The label of the band. */
  band: string;
  /** Of the element around each field. */
  class?: string;
}

/** The fields of `CriteriaForm`. */
export function CriteriaFields({ criteria, band_km, band, class: name }: CriteriaFieldsProps) {
  return (
    <>
      <div class={name}>
        <label for="band_km">{band}</label>
        <input id="band_km" name="band_km" type="number" min={1} max={WHOLE_EARTH_KM} value={band_km} />
      </div>
      <div class={name}>
        <label for="criteria">Or other criteria, in their order</label>
        <input
          id="criteria"
          name="criteria"
          value={criteria}
          maxLength={LONGEST_TEXT}
          placeholder="same_country, distance_band: 50, free_stock"
          autocomplete="off"
        />
      </div>
    </>
  );
}
