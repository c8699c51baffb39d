import type { Listing } from '@hub/matching';
import type { Chance } from '@hub/testing';

/** Trade words as other shops write them. Not from the lexicon of `@hub/matching`: some are unknown to it. */
const GERMAN: Readonly<Record<string, string>> = {
  gloves: 'Handschuhe',
  glove: 'Handschuh',
  jacket: 'Jacke',
  pants: 'Hose',
  pant: 'Hose',
  shirt: 'Hemd',
  boot: 'Stiefel',
  boots: 'Stiefel',
  shoe: 'Schuh',
  dress: 'Kleid',
  skirt: 'Rock',
  sweater: 'Pullover',
  cardigan: 'Strickjacke',
  scarf: 'Schal',
  hat: 'Hut',
  beanie: 'Mütze',
  helmet: 'Helm',
  goggle: 'Skibrille',
  bindings: 'Bindung',
  binding: 'Bindung',
  top: 'Oberteil',
  black: 'Schwarz',
  white: 'Weiß',
  grey: 'Grau',
  gray: 'Grau',
  blue: 'Blau',
  red: 'Rot',
  green: 'Grün',
  brown: 'Braun',
  dark: 'Dunkel',
  light: 'Hell',
  long: 'Lang',
  sleeve: 'Arm',
};

const SHORT: Readonly<Record<string, string>> = {
  jacket: 'Jkt',
  pants: 'Pnt',
  gloves: 'Glv',
  women: 'Wmns',
  black: 'Blk',
  white: 'Wht',
  navy: 'Nvy',
  long: 'Lg',
  sleeve: 'Slv',
  collar: 'Clr',
  cotton: 'Ctn',
  sweatshirt: 'Sweat',
  snowboard: 'Snwbrd',
  with: 'w/',
};

const SIZES: Readonly<Record<string, readonly string[]>> = {
  small: ['S', 'Sml'],
  medium: ['M', 'Med'],
  large: ['L', 'Lrg'],
  xlarge: ['XL', 'X-Large', 'Extra Large'],
  xsmall: ['XS', 'X-Small'],
  xxlarge: ['XXL', '2XL'],
  'one size': ['OS', 'Uni', 'One size'],
};

type Change = (listing: Listing) => Listing;

/** One shop's way to write a product and its variants: a few changes, the same for each of its variants. */
export function inOtherWords(chance: Chance): (listing: Listing) => { listing: Listing; noise: string } {
  const changes = Object.entries(CHANGES)
    .filter(([, { share }]) => chance.happens(share))
    .map(([name, { change }]) => ({ name, change: change(chance) }));
  return (listing) => ({
    listing: changes.reduce((changed, { change }) => change(changed), listing),
    noise: changes.map(({ name }) => name).join(', ') || 'none',
  });
}

/** How often a shop does it, and what it does. */
const CHANGES: Readonly<Record<string, { share: number; change: (chance: Chance) => Change }>> = {
  'own sku': {
    share: 0.9,
    change: (chance) => {
      const number = chance.between(0, 99_999);
      return (one) => ({ ...one, sku: `ART-${number}-${one.size}` });
    },
  },
  'size in its own way': { share: 0.6, change: () => (one) => ({ ...one, ...resized(one) }) },
  'brand in capitals': { share: 0.2, change: () => (one) => ({ ...one, brand: one.brand.toUpperCase() }) },
  'brand with its form': {
    share: 0.1,
    change: (chance) => suffixed(chance.pick([' Inc.', ' GmbH', ' & Co.'])),
  },
  'brand in the title': {
    share: 0.35,
    change: () => (one) => ({ ...one, title: `${one.brand} ${one.title}` }),
  },
  'colour in the title': { share: 0.25, change: () => colourIntoTitle },
  german: { share: 0.15, change: () => (one) => withWords(one, GERMAN) },
  abbreviated: { share: 0.25, change: () => (one) => withWords(one, SHORT) },
  'one word left out': {
    share: 0.12,
    change: (chance) => (one) => ({ ...one, title: withoutOne(one.title, chance) }),
  },
  'typing error': { share: 0.12, change: () => (one) => ({ ...one, title: mistyped(one.title) }) },
  'a word of praise': {
    share: 0.2,
    change: (chance) => (one) => ({
      ...one,
      title: `${one.title} ${chance.pick(['Sale', 'NEU', 'Original', 'Top'])}`,
    }),
  },
  'no variant title': { share: 0.1, change: () => (one) => ({ ...one, variantTitle: null }) },
  'lower case': { share: 0.15, change: () => (one) => ({ ...one, title: one.title.toLowerCase() }) },
};

const suffixed =
  (suffix: string): Change =>
  (one) => ({ ...one, brand: one.brand + suffix });

function withWords(listing: Listing, words: Readonly<Record<string, string>>): Listing {
  const say = (text: string) => text.replace(/[A-Za-z]+/g, (word) => words[word.toLowerCase()] ?? word);
  const { title, variantTitle } = listing;
  return { ...listing, title: say(title), variantTitle: variantTitle === null ? null : say(variantTitle) };
}

function resized({ size, variantTitle }: Listing): Pick<Listing, 'size' | 'variantTitle'> {
  const ways = SIZES[size.toLowerCase()];
  const other =
    ways?.[size.length % ways.length] ??
    size.replace(/^(German|Italian|French) (\d+)$/, '$2 $1').replace(/^(\d+)cm$/i, '$1 cm');
  return { size: other, variantTitle: variantTitle?.replace(size, other) ?? null };
}

function colourIntoTitle(one: Listing): Listing {
  const colour = (one.variantTitle ?? '')
    .split(' / ')
    .filter((part) => part !== one.size)
    .join(' ');
  return colour === '' ? one : { ...one, title: `${one.title} - ${colour}`, variantTitle: one.size };
}

function withoutOne(title: string, chance: Chance): string {
  const words = title.split(' ');
  if (words.length < 3) return title;
  const left = chance.pick(words);
  return words.filter((word) => word !== left).join(' ');
}

/** Two letters of the longest word are swapped. */
function mistyped(title: string): string {
  const longest = title.split(' ').reduce((a, b) => (b.length > a.length ? b : a), '');
  if (longest.length < 6) return title;
  return title.replace(
    longest,
    longest.slice(0, 2) + longest.slice(3, 4) + longest.slice(2, 3) + longest.slice(4),
  );
}
