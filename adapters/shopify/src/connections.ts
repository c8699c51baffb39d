import { z } from 'zod';
import type { AdminApi } from './admin-api';

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

export const connection = <T extends z.ZodType>(node: T) =>
  z.object({ nodes: z.array(node), pageInfo: PageInfo });

export interface Connection<T> {
  nodes: T[];
  pageInfo: z.infer<typeof PageInfo>;
}

/** A list within a thing, which may be longer than the first page of it. */
export interface Nested<T> {
  /** The thing's type, and the list's name in it. */
  type: string;
  list: string;
  /** How many at once: a call's cost is bounded, and what is asked for counts. */
  first: number;
  fields: string;
  node: z.ZodType<T>;
}

/** As it stands in a document. */
export const firstOf = ({ list, first, fields }: Nested<unknown>): string =>
  `${list}(first: ${first}) { nodes { ${fields} } ${PAGE_INFO} }`;

/** All of it: the page that is there, and those after it. */
export async function allOf<T>(
  api: AdminApi,
  { id, first, nested }: { id: string; first: Connection<T>; nested: Nested<T> },
): Promise<T[]> {
  const nodes = [...first.nodes];
  let { pageInfo } = first;
  while (pageInfo.hasNextPage) {
    const next = await api.read(laterPage(nested), { id, after: pageInfo.endCursor });
    nodes.push(...next.nodes);
    pageInfo = next.pageInfo;
  }
  return nodes;
}

function laterPage<T>({ type, list, first, fields, node }: Nested<T>) {
  return {
    document: `query HubPage($id: ID!, $after: String) { node(id: $id) { ... on ${type} {
      page: ${list}(first: ${first}, after: $after) { nodes { ${fields} } ${PAGE_INFO} } } } }`,
    data: z.object({ node: z.object({ page: connection(node) }) }).transform(({ node: { page } }) => page),
  };
}
