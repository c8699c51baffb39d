import { FORECAST_EFFECTS, type SelectionForecast } from '@hub/desk/messages';
import { counted } from '@hub/desk/words';
import { z } from 'zod';
import { EFFECTS } from '../texts';

/** Distinguishes a form without a tick from a form without the question. */
const ASKED = 'by_effect';
const Effect = z.enum(FORECAST_EFFECTS);

/** The effects that a replay may have, as the form sends them; undefined: the form does not ask. At least one is ticked. */
export const ChosenEffects = z
  .object({
    [ASKED]: z.literal('yes').optional(),
    effects: z.preprocess(
      (given) => (typeof given === 'string' ? [given] : given),
      z.array(Effect).default([]),
    ),
  })
  .refine((form) => form[ASKED] === undefined || form.effects.length > 0)
  .transform((form) => (form[ASKED] === undefined ? undefined : form.effects));

/** The effects for which a message is sent: all of them, until the user removes a tick. */
export function Effects({ forecast: { kinds } }: { forecast: SelectionForecast }) {
  const lookedAt = (asked: string) =>
    kinds.filter(({ effect }) => effect === asked).reduce((sum, { count }) => sum + count, 0);
  return (
    <fieldset class="stack">
      <legend>Send those whose replay</legend>
      <input type="hidden" name={ASKED} value="yes" />
      {FORECAST_EFFECTS.map((effect) => (
        <label class="check">
          <input type="checkbox" name="effects" value={effect} checked /> {EFFECTS[effect].text} (
          {counted(lookedAt(effect), 'message')} of those looked at)
        </label>
      ))}
      <p class="soft">
        Only messages with the ticked outcomes are sent. A message whose outcome is not known is sent only if
        all are ticked.
      </p>
    </fieldset>
  );
}
