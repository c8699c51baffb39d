import { DESK_COMMANDS } from '@hub/desk/commands';
import { WHO_MAY } from '@hub/desk/engine';
import { z } from 'zod';

const FAULTS: Readonly<Record<number, string>> = {
  400: 'A field is missing or not of its form; `field` names it.',
  401: 'The token is missing, wrong, revoked or too old.',
  403: "The token's role may not do this.",
  404: 'There is nothing of this name.',
  409: 'It cannot be done as things stand; the message says why.',
  429: 'Too much at once: wait as long as `Retry-After` says.',
  500: 'Something went wrong in the hub; the message names it for support. What was asked may not have been done.',
  503: 'It could not be done now; try again later.',
};

/** OpenAPI 3.1 of the desk's commands, from their table: a path for each, as the hub command calls it. */
export function deskDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'HUB Network: the support desk',
      version: '1',
      description:
        'What the desk shows and does, for programs. Every command of `hub` calls one of these. A token is issued on the page Tokens.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(
      Object.entries(DESK_COMMANDS).map(([name, command]) => [
        `/commands/${name}`,
        { post: operation(name, command) },
      ]),
    ),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Fault: FAULT },
      responses: Object.fromEntries(
        Object.entries(FAULTS).map(([status, description]) => [
          `Fault${status}`,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
          },
        ]),
      ),
    },
  };
}

type Command = (typeof DESK_COMMANDS)[keyof typeof DESK_COMMANDS];

function operation(name: string, command: Command): object {
  const { role, kind, input } = command;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const isTried = kind === 'act';
  const [subject = name] = name.split('.');
  return {
    operationId: name,
    summary: `${command.about ?? SUMMARIES[kind]} For ${WHO_MAY[role]}.`,
    tags: [subject],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['input'],
            properties: {
              input: schema,
              ...(isTried && {
                dry_run: { type: 'boolean', description: 'What would happen, and nothing happens.' },
              }),
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: isTried ? 'Done, or what would be done.' : 'As it is now.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['result'],
              properties: {
                result: {},
                ...(isTried && { says: { type: 'string', description: 'What was done, in one sentence.' } }),
              },
            },
          },
        },
      },
      ...Object.fromEntries(
        Object.keys(FAULTS).map((status) => [status, { $ref: `#/components/responses/Fault${status}` }]),
      ),
    },
  };
}

const SUMMARIES = {
  look: 'Reads.',
  reveal: 'Shows personal data; that is recorded.',
  act: 'Changes something; that is recorded.',
} as const;

const FAULT = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        lines: { type: 'array', items: { type: 'string' }, description: 'The message, line by line.' },
        field: { type: 'string' },
      },
    },
  },
};
