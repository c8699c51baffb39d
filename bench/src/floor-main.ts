import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type ConfirmChannel, type ConsumeMessage } from 'amqplib';
import { Pool } from 'pg';
import { callStore } from './floor-call';

/**
 * The floor: the minimum that does the same durable steps without our code. Raw HTTP, HMAC, publish with confirm,
 * one transaction per message (three statements), verdict by direct reply-to, and where there are stores one signed
 * `PUT` for each event; acknowledgement after all of it. No validation, no ledger look-up, no recovery. `FLOOR_ROLE`
 * is `ingress` or `worker`.
 */
const QUEUE = 'bench.floor';
const REPLY_TO = 'amq.rabbitmq.reply-to';

async function main(): Promise<void> {
  const { AMQP_URL = '', DATABASE_URL = '', FLOOR_ROLE, FLOOR_PORT } = process.env;
  const { FLOOR_SECRET: secret = '', FLOOR_STORE_URL: storeUrl = '' } = process.env;
  const connection = await connect(AMQP_URL, { noDelay: true });
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  if (FLOOR_ROLE === 'worker')
    await runWorker(channel, {
      pool: new Pool({ connectionString: DATABASE_URL, max: 10 }),
      storeUrl,
      secret,
    });
  else await runIngress(channel, { port: Number(FLOOR_PORT), secret });
}

async function runIngress(channel: ConfirmChannel, { port, secret }: { port: number; secret: string }) {
  const waiting = new Map<string, ServerResponse>();
  await channel.consume(REPLY_TO, (message) => reply(waiting, message), { noAck: true });
  const server = createServer((request, response) => {
    readAll(request, (body) => {
      const expected = createHmac('sha256', secret).update(body).digest('hex');
      const given = String(request.headers['x-hub-signature']).slice(7);
      if (given.length !== 64 || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
        response.writeHead(401).end();
        return;
      }
      const correlationId = randomUUID();
      waiting.set(correlationId, response);
      channel.publish(
        '',
        QUEUE,
        body,
        { persistent: true, correlationId, replyTo: REPLY_TO },
        () => undefined,
      );
    });
  });
  server.listen(port, '127.0.0.1');
}

function reply(waiting: Map<string, ServerResponse>, message: ConsumeMessage | null): void {
  const id = String(message?.properties.correlationId);
  const response = waiting.get(id);
  waiting.delete(id);
  const body = message?.content ?? Buffer.alloc(0);
  response?.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

function readAll(request: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks)));
}

interface FloorWorker {
  pool: Pool;
  /** Empty: no call follows an event. */
  storeUrl: string;
  secret: string;
}

async function runWorker(channel: ConfirmChannel, worker: FloorWorker): Promise<void> {
  const { pool } = worker;
  await pool.query('CREATE TABLE IF NOT EXISTS floor_ledger (id text PRIMARY KEY, at timestamptz)');
  await pool.query('CREATE TABLE IF NOT EXISTS floor_stock (variant text PRIMARY KEY, quantity int)');
  await channel.prefetch(64);
  await channel.consume(QUEUE, (message) => {
    if (message) void handle(channel, worker, message);
  });
}

interface FloorEvent {
  event_id: string;
  data: { variant_id: string; quantity: number };
}

async function handle(channel: ConfirmChannel, worker: FloorWorker, message: ConsumeMessage): Promise<void> {
  const { event_id: id, data }: FloorEvent = JSON.parse(message.content.toString());
  await save(worker.pool, id, data);
  const verdict = JSON.stringify({ success: true, event_id: id, outcome: 'accepted' });
  const { replyTo, correlationId } = message.properties;
  channel.publish('', replyTo, Buffer.from(verdict), { correlationId });
  const write = { variant_id: data.variant_id, location_id: '9000', quantity: data.quantity };
  if (worker.storeUrl !== '') await callStore(worker, write);
  channel.ack(message);
}

async function save(pool: Pool, id: string, { variant_id, quantity }: FloorEvent['data']): Promise<void> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query({
    name: 'ledger',
    text: 'INSERT INTO floor_ledger VALUES ($1, now())',
    values: [id],
  });
  await client.query({
    name: 'read',
    text: 'SELECT quantity FROM floor_stock WHERE variant = $1 FOR UPDATE',
    values: [variant_id],
  });
  await client.query({
    name: 'stock',
    text: 'INSERT INTO floor_stock VALUES ($1, $2) ON CONFLICT (variant) DO UPDATE SET quantity = $2',
    values: [variant_id, quantity],
  });
  await client.query('COMMIT');
  client.release();
}

void main();
