import type { StoreOperation } from '@hub/contract';
import { Prisma, type Database, type Tx } from '@hub/database';
import { commandQueue, enqueue, type Command } from '@hub/messaging';
import type { Moments } from './moments';
import { commandIdentity } from '../messages/identity';

/** The shop and the order of a message, for support to find it by. */
export interface OrderOfMessage {
  /** For an event the shop that sent it; for a command the shop that is called. */
  shopId: number | null;
  /** For an event the order id it names; for a command the selling shop's order id. */
  orderId: string | null;
}

/** Whether work was given up. */
interface PossibleFailure {
  failed: boolean;
  /** Of what caused the work. */
  correlation: string;
  /** Our reference, which its calls carry; null: this work makes no call. */
  reference: string | null;
}

/** What a kind of work adds to the facts that follow from its command. */
interface WorkFacts<Key extends string> {
  /** The endpoint that it calls. */
  operation: StoreOperation;
  command: Command<Record<Key, string>>;
  /** The field of the command that has the id of the work. */
  key: Key;
  /** Begins the subject of its alerts. */
  subject: string;
  /** Finds it by our reference, the `external_ref` of its call. */
  findByReference(db: Database, reference: string): Promise<{ id: string } | null>;
  /** Null: there is no such work. */
  findFailure(tx: Tx, id: string): Promise<PossibleFailure | null>;
  findOrder(tx: Tx, id: string): Promise<OrderOfMessage | null>;
  /** Whether it is done, whatever became of its message: a condition in SQL. */
  isDone(id: Prisma.Sql): Prisma.Sql;
  /** Whether its call is due or under way: neither done nor given up. */
  isCalling(id: Prisma.Sql): Prisma.Sql;
  /** The rows of `riskRows` (orders at risk) for what of it is open. */
  openRows(moments: Moments): Prisma.Sql;
  /** What the customer paid for it, in those situations whose rows do not say it; `id` is of the work. */
  amount?: { situations: readonly string[]; of(id: Prisma.Sql): Prisma.Sql };
  /** The rows of the door's failed calls of one shop; absent: a shop cannot have it resent. */
  failedCalls?(shopId: number): Prisma.Sql;
}

/** Work that a call delivers to a store, as support sees it, whatever its kind. */
export interface Work extends Omit<WorkFacts<string>, 'command' | 'key'> {
  /** The type of its command. */
  command: string;
  /** The queue in which its command fails. */
  origin: string;
  /** Identifies its failed message in that queue. */
  identity(id: string): string;
  /** Sends its command again. */
  send(tx: Tx, id: string, correlation: string): Promise<void>;
  /** The id in a command's payload. */
  idIn(payload: object): string;
  /** The id in a failed message; null: it is another command, or was not parsed. @param alias of table `dead_letter` */
  idInFailedMessage(alias: string): Prisma.Sql;
}

/** Makes a kind of work of its facts. */
export function defineWork<Key extends string>({ command, key, ...facts }: WorkFacts<Key>): Work {
  const payloadOf = (id: string) => command.payload.parse({ [key]: id });
  return {
    ...facts,
    command: command.type,
    origin: commandQueue(command).name,
    identity: (id) => commandIdentity(command, payloadOf(id)),
    send: (tx, id, correlation) => enqueue(tx, command, { payload: payloadOf(id), correlation }),
    idIn: (payload) => command.payload.parse(payload)[key],
    idInFailedMessage: (alias) => idInFailedMessage(alias, command, key),
  };
}

/** The id of a failed command's subject, in SQL; null: it is another command, or was not parsed. */
export function idInFailedMessage(alias: string, command: Command, key: string): Prisma.Sql {
  const failedMessage = Prisma.raw(alias);
  return Prisma.sql`(CASE WHEN ${failedMessage}.origin = ${commandQueue(command).name}
    AND ${failedMessage}.identity LIKE ${`${command.type}:{%`}
    THEN (substr(${failedMessage}.identity, ${command.type.length + 2})::jsonb ->> ${key})::uuid END)`;
}
