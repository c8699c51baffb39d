/** Shops by their names. */
export function shopChoices(shops: readonly { slug: string; name: string }[]) {
  return shops.map(({ slug, name }) => [slug, name] as const);
}
