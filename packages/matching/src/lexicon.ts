/*
 * What shops write in several ways or several languages, and the one word that is compared. Only terms common to many
 * trades are here: the terms of one trade are weighted by how rare they are (`word-weights.ts`).
 */

const byMeaning = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([meaning, said]) =>
      said.split(' ').map((word) => [word, meaning] as const),
    ),
  );

/** Colours, as written after `plainText`: the word that is compared, by each spelling. */
export const COLOURS = byMeaning({
  black: 'black blk schwarz noir nero negro zwart sort',
  white: 'white wht weiss blanc blanche bianco blanco wit',
  grey: 'grey gray gry grau gris grigio grijs',
  blue: 'blue blu blau bleu azul blauw blaa',
  navy: 'navy nvy marine dunkelblau marino',
  red: 'red rot rouge rosso rojo rood',
  green: 'green grn gruen grun vert verde groen',
  yellow: 'yellow ylw gelb jaune giallo amarillo geel',
  orange: 'orange org arancione naranja oranje',
  brown: 'brown brn braun brun marron marrone bruin',
  pink: 'pink pnk rosa rose roze',
  purple: 'purple prpl lila violett violet viola morado paars',
  beige: 'beige bge',
  silver: 'silver slvr silber argent argento plata zilver',
  gold: 'gold gld golden or oro goud',
  turquoise: 'turquoise tuerkis turkis turchese',
  olive: 'olive oliv oliva',
  cream: 'cream creme crema',
  ivory: 'ivory elfenbein ivoire avorio',
  khaki: 'khaki kaki',
  burgundy: 'burgundy bordeaux',
  charcoal: 'charcoal anthracite anthrazit antracite',
});

/** Who an article is made for. */
export const AUDIENCES = byMeaning({
  men: 'men mens man herren homme hommes uomo hombre heren',
  women: 'women womens woman wmns wms ladies lady damen femme femmes donna mujer dames',
  kids: 'kids kid kinder junior jr juniors youth child childrens children enfant enfants bambini nino jungen maedchen boys girls',
  baby: 'baby babies infant toddler saeugling bebe',
});

/** Sizes in letters. */
export const LETTER_SIZES = byMeaning({
  xxs: 'xxs xxsmall 2xs',
  xs: 'xs xsmall',
  s: 's small sm sml klein',
  m: 'm medium med mittel',
  l: 'l large lg lrg gross',
  xl: 'xl xlarge xlg xlrg',
  xxl: 'xxl xxlarge 2xl 2xlarge',
  xxxl: 'xxxl xxxlarge 3xl 3xlarge',
});

/** Terms for one size only, or none: compared as no size. */
export const ONE_SIZE = new Set([
  '',
  'one size',
  'onesize',
  'os',
  'o s',
  'one',
  'uni',
  'default',
  'default title',
  'na',
  'n a',
  'einheitsgroesse',
  'taille unique',
]);

/** Systems of numeric sizes, ignored if the other side names none. */
export const SIZE_SYSTEMS = byMeaning({
  eu: 'eu eur german de italian it french fr',
  us: 'us usa',
  uk: 'uk gb',
});

/** Articles of common trades, in other languages and abbreviated. */
export const WORDS = byMeaning({
  jacket: 'jacket jackets jkt jacke jacken veste giacca chaqueta',
  pant: 'pant pants pnt trouser trousers hose hosen pantalon pantaloni',
  shirt: 'shirt shirts shrt hemd hemden chemise camicia camisa',
  tshirt: 'tshirt tshirts tee tees',
  dress: 'dress dresses kleid kleider robe vestito vestido',
  skirt: 'skirt skirts rock jupe gonna falda',
  coat: 'coat coats mantel maentel manteau cappotto abrigo',
  sweater: 'sweater sweaters pullover pull maglione jersey',
  shoe: 'shoe shoes schuh schuhe chaussure chaussures scarpa scarpe zapato zapatos',
  boot: 'boot boots stiefel bottes stivali botas',
  sock: 'sock socks socke socken chaussettes calzini calcetines',
  glove: 'glove gloves glv handschuh handschuhe gant gants guanti guantes',
  hat: 'hat hats hut chapeau cappello sombrero',
  helmet: 'helmet helmets hlmt helm casque casco',
  bag: 'bag bags tasche taschen sac borsa bolsa',
  belt: 'belt belts guertel ceinture cintura cinturon',
  scarf: 'scarf scarves schal echarpe sciarpa bufanda',
  binding: 'binding bindings bndg bindung bindungen fixation fixations',
  ski: 'ski skis',
  goggle: 'goggle goggles skibrille masque',
  snowboard: 'snowboard snowboards snwbrd',
  bicycle: 'bicycle bike bikes fahrrad velo bicicletta bicicleta',
  wheel: 'wheel wheels laufrad rad roue ruota rueda',
  tyre: 'tyre tyres tire tires reifen pneu pneumatico',
  tube: 'tube tubes schlauch chambre',
  chain: 'chain chains kette chaine catena cadena',
  saddle: 'saddle saddles sattel selle sella sillin',
});

/** Words that say nothing about an article. */
export const FILLERS = new Set(
  'a an and the of for in on with to by de la le les el il der die das und mit fuer fur en et con per new neu the size colour color farbe groesse'.split(
    ' ',
  ),
);

/** Legal forms and the like in a brand's name. */
export const BRAND_FILLERS = new Set(
  'inc ltd llc gmbh ag co corp company kg sa srl bv the official'.split(' '),
);
