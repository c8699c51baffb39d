import { z } from 'zod';
import { SECTIONS } from './layout/sections';
import type { DoorRoute } from './route';
import { DOOR_ROUTES } from './routes';

const FAULTS: Readonly<Record<number, string>> = {
  401: 'The token is missing, wrong, revoked or too old.',
  403: 'The token may read, and nothing more.',
  404: 'Your shop has nothing of this name.',
  409: 'It cannot be done as things stand; the message says why.',
  422: 'A field is missing or not of its form; `field` names it.',
  429: 'Too much at once: wait as long as `Retry-After` says.',
  500: 'Something went wrong in the hub; the message names it for support. What was asked may not have been done.',
  503: 'It could not be done now; try again later.',
};

/** Its path in the repository. */
export const DOOR_DOCUMENT = 'docs/contract/door.openapi.json';

/** The same as a file, for a door at a placeholder address. */
export function doorDocumentText(): string {
  return `${JSON.stringify(doorDocument('https://door.hub.example'), null, 2)}\n`;
}

/** OpenAPI 3.1 of the door's JSON, from its table of routes. @param url DOOR_URL */
export function doorDocument(url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of DOOR_ROUTES) {
    if (route.peopleOnly) continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.kind === 'look' ? 'get' : 'post']: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: "HUB Network: a shop's own door",
      version: '1',
      description:
        'What the pages of the door show of one shop, and what the shop may do there, for its programs. A token is issued on the page Tokens.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: new URL('/api', url).href }],
    security: [{ token: [] }],
    tags: tags(),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...answers(), Fault: faultSchema },
      responses: Object.fromEntries(
        Object.entries(FAULTS).map(([status, description]) => [
          `Fault${status}`,
          { description, content: jsonOf('Fault') },
        ]),
      ),
    },
  };
}

function operation(route: DoorRoute): object {
  const { properties, required } = schemaOf(route.input, 'input');
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameter = (where: 'path' | 'query') => (name: string) => {
    const { description, ...schema } = properties[name] ?? {};
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  };
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
    required: required.filter((name) => rest.includes(name)),
  };
  const isAct = route.kind === 'act';
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.section],
    parameters: [...inPath.map(parameter('path')), ...(isAct ? [] : rest.map(parameter('query')))],
    ...(isAct && rest.length > 0
      ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: {
      200: { description: isAct ? 'Done.' : 'As it is now.', content: jsonOf(nameOf(route)) },
      ...Object.fromEntries(
        faultsOf(route).map((status) => [status, { $ref: `#/components/responses/Fault${status}` }]),
      ),
    },
  };
}

function faultsOf({ kind, path }: DoorRoute): number[] {
  return [
    401,
    ...(kind === 'act' ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(kind === 'act' ? [409] : []),
    422,
    429,
    500,
    503,
  ];
}

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): z.output<typeof ObjectSchema> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return ObjectSchema.parse(rest);
}

const nameOf = ({ id }: DoorRoute): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Answer`;

function answers(): Record<string, object> {
  const shown = DOOR_ROUTES.filter(({ peopleOnly }) => !peopleOnly);
  return Object.fromEntries(shown.map((route) => [nameOf(route), schemaOf(route.answer, 'output')]));
}

function tags(): object[] {
  const used = new Set(DOOR_ROUTES.filter(({ peopleOnly }) => !peopleOnly).map(({ section }) => section));
  return SECTIONS.filter(({ section }) => used.has(section)).map(({ section, name: description }) => ({
    name: section,
    description,
  }));
}

const faultSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
    },
  },
};

const jsonOf = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});
