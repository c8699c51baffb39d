import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allowedAttributes, ATTRIBUTES } from './span-facts';

const OUR_WORD = /^[\w.:-]{1,128}$/;
const anyName = fc.oneof(
  fc.constantFrom(...ATTRIBUTES),
  fc.string(),
  fc.constantFrom('ship_to.name', 'http.url'),
);
const personal = fc.oneof(
  fc.emailAddress(),
  fc.tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })).map((words) => words.join(' ')),
  fc.constantFrom(
    'Astrid Holm',
    'Nyhavn 17',
    'astrid@holm.example',
    '+45 12 34',
    'København',
    'Bearer abc',
    '/a/b?c=d',
  ),
);

describe('what a span may contain (D29)', () => {
  it('only listed names, and only our own words and numbers, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.dictionary(anyName, fc.oneof(personal, fc.string(), fc.double(), fc.constant(null))),
        (given) => {
          const allowed = allowedAttributes(given);
          for (const [name, value] of Object.entries(allowed)) {
            expect(ATTRIBUTES).toContain(name);
            expect(typeof value === 'string' ? OUR_WORD.test(value) : Number.isFinite(value)).toBe(true);
          }
        },
      ),
    );
  });

  it('never a name, an address or contact data', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ATTRIBUTES), personal, (name, value) => {
        fc.pre(/[^\w.:-]/.test(value));
        expect(allowedAttributes({ [name]: value })).toEqual({});
      }),
    );
  });

  it('what our own components set', () => {
    const said = {
      'hub.operation': 'place_order',
      'hub.shop_id': 7,
      'hub.code': null,
      'hub.event': 'order.created',
    };
    const { 'hub.code': _none, ...heard } = said;
    expect(allowedAttributes(said)).toEqual(heard);
  });
});
