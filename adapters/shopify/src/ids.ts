/** Ids go over the network as Shopify's plain numbers (`legacyResourceId`); its GraphQL names things by `gid://shopify/<Type>/<number>`. */

const NUMBER = /^\d{1,20}$/;
const GID = /^gid:\/\/shopify\/\w+\/(\d+)(?:\?.*)?$/;

/** Whether this can be an id of Shopify at all. */
export const isId = (id: string): boolean => NUMBER.test(id);

export const gid = (type: string, id: string): string => `gid://shopify/${type}/${id}`;

/** The number at the end of a gid. */
export function idOf(globalId: string): string {
  const id = GID.exec(globalId)?.[1];
  if (id === undefined) throw new Error('Shopify sent an id of another form');
  return id;
}
