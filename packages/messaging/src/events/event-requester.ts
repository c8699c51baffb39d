import { capabilityDisabled, type EventName, type Verdict } from '@hub/contract';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Broker, Listener } from '../broker/broker';
import { HEADER } from '../broker/delivery';
import type { Answer } from './event-frame';
import { NotPublished } from '../broker/not-published';
import type { UnconfirmedMessage } from '../broker/publisher';
import { EVENTS_EXCHANGE, REHEARSALS_EXCHANGE } from '../topology';
import { CAPABILITY_OFF, isNotOfRehearsal, WATCHED_VERDICT } from '../rehearsal/rehearsal-queue';

/** RabbitMQ's direct reply-to: an address that lives as long as this connection, without a queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

/** How long a run may take for an event that the hub handles if the run does not. */
const RUN_ANSWERS_WITHIN_MS = 2_000;

/** A run leaves an event to the hub, and its capability is off. */
const CAPABILITY_DISABLED = capabilityDisabled();

/** The run leaves the event to the hub; `watched`: it waits for the verdict. */
interface NotOfRun {
  kind: 'not_of_rehearsal';
  watched: boolean;
}

export interface EventRequest {
  event: EventName;
  shopId: number;
  /** The raw bytes as received and verified. */
  body: Buffer;
  correlation: string;
  /** When it was received, ms since the epoch: workers judge no time in it by a clock that is further behind. */
  receivedAt: number;
  timeoutMs: number;
  /** D32: the shop rehearses, and the run is asked first; events that it leaves to the hub go to the worker. */
  rehearsal?: RehearsalOfShop | undefined;
}

export interface RehearsalOfShop {
  run: string;
  /** Whether the event's capability is `off` at the shop: then only the run answers it. */
  capabilityOff: boolean;
}

/**
 * - `answered`: the worker's verdict (its `503` included).
 * - `rehearsed`: the verdict of the rehearsal that owns the event; no worker has seen it.
 * - `unanswered`: published, no verdict in time; it stays queued, and the resend finds the recorded verdict (D5).
 * - `not_published`: the broker is unavailable, blocked or full.
 */
export type EventAnswer =
  | { kind: 'answered' | 'rehearsed'; verdict: Verdict }
  | { kind: 'unanswered' }
  | { kind: 'not_published' };

/** Publishes events and waits for their verdicts: the ingress's half of the frame. */
export class EventRequester implements Listener {
  private readonly waiting = new Map<string, (answer: unknown) => void>();

  constructor(private readonly broker: Pick<Broker, 'registerListener' | 'publish' | 'publishUnconfirmed'>) {
    broker.registerListener(this);
  }

  /** Replies must be consumed on the channel that publishes. */
  async listen(channel: Pick<ConfirmChannel, 'consume'>): Promise<void> {
    await channel.consume(REPLY_TO, (message) => this.receive(message), { noAck: true });
  }

  async request(request: EventRequest): Promise<EventAnswer> {
    const { rehearsal } = request;
    if (!rehearsal) return this.askWorker(request);
    const since = performance.now();
    const judged = await this.askRun(request, rehearsal);
    if (judged.kind === 'answered') return { kind: 'rehearsed', verdict: judged.verdict };
    if (rehearsal.capabilityOff)
      return judged.kind === 'not_of_rehearsal'
        ? { kind: 'rehearsed', verdict: CAPABILITY_DISABLED }
        : judged;
    const timeoutMs = request.timeoutMs - (performance.now() - since);
    const answer = await this.askWorker({ ...request, timeoutMs });
    if (judged.kind === 'not_of_rehearsal' && judged.watched && answer.kind === 'answered')
      this.sendToRun(request, rehearsal, answer.verdict);
    return answer;
  }

  /**
   * A capability that is on is the hub's (D32): a run that has died, or does not answer soon, holds up none of the
   * shop's events.
   */
  private askRun(request: EventRequest, rehearsal: RehearsalOfShop): Promise<EventAnswer | NotOfRun> {
    const asked = {
      ...request,
      // An answer that comes too late must not be taken for the worker's.
      correlation: `rehearsal.${request.correlation}`,
      timeoutMs: rehearsal.capabilityOff
        ? request.timeoutMs
        : Math.min(request.timeoutMs, RUN_ANSWERS_WITHIN_MS),
    };
    return this.ask(asked, () => this.publishToRun(asked, rehearsal));
  }

  private async askWorker(request: EventRequest): Promise<EventAnswer> {
    const answer = await this.ask(request, () => this.publish(request));
    return answer.kind === 'not_of_rehearsal' ? { kind: 'unanswered' } : answer;
  }

  private async ask(
    { correlation, timeoutMs }: EventRequest,
    publish: () => Promise<void>,
  ): Promise<EventAnswer | NotOfRun> {
    let timer: NodeJS.Timeout | undefined;
    try {
      // A verdict counts even before the confirm: its sender has the event.
      return await new Promise<EventAnswer | NotOfRun>((resolve, reject) => {
        this.waiting.set(correlation, (answer) => {
          if (isVerdict(answer)) resolve({ kind: 'answered', verdict: answer });
          else if (isNotOfRehearsal(answer)) resolve({ kind: 'not_of_rehearsal', watched: answer.watched });
        });
        timer = setTimeout(() => resolve({ kind: 'unanswered' }), timeoutMs);
        publish().catch(reject);
      });
    } catch (error) {
      if (error instanceof NotPublished) return { kind: 'not_published' };
      throw error;
    } finally {
      clearTimeout(timer);
      this.waiting.delete(correlation);
    }
  }

  private publish({ event, shopId, body, correlation, receivedAt }: EventRequest): Promise<void> {
    return this.broker.publish({
      exchange: EVENTS_EXCHANGE,
      routingKey: event,
      content: body,
      options: {
        persistent: true,
        mandatory: true,
        messageId: correlation,
        type: event,
        correlationId: correlation,
        replyTo: REPLY_TO,
        headers: {
          [HEADER.shopId]: shopId,
          [HEADER.receivedAt]: receivedAt,
          [HEADER.publishedAt]: Date.now(),
        },
      },
    });
  }

  /** Nothing of it is kept: when the rehearsing process ends its queue is gone, and the store resends what waited there. */
  private publishToRun(
    { event, body, correlation, receivedAt, timeoutMs }: EventRequest,
    { run, capabilityOff }: RehearsalOfShop,
  ): Promise<void> {
    return this.broker.publish({
      exchange: REHEARSALS_EXCHANGE,
      routingKey: run,
      content: body,
      options: {
        persistent: false,
        mandatory: true,
        expiration: timeoutMs,
        messageId: correlation,
        type: event,
        correlationId: correlation,
        replyTo: REPLY_TO,
        headers: { [CAPABILITY_OFF]: capabilityOff, [HEADER.receivedAt]: receivedAt },
      },
    });
  }

  /** Not confirmed: if it is lost, the run misses a verdict, and the shop nothing. */
  private sendToRun(
    { event, body, receivedAt }: EventRequest,
    { run }: RehearsalOfShop,
    verdict: Verdict,
  ): void {
    const headers = { [WATCHED_VERDICT]: JSON.stringify(verdict), [HEADER.receivedAt]: receivedAt };
    this.broker.publishUnconfirmed({
      exchange: REHEARSALS_EXCHANGE,
      routingKey: run,
      content: body,
      options: { persistent: false, type: event, headers },
    });
  }

  /** The verdict for one request, which the message names, or for many: `[[correlation, verdict], …]`. */
  private receive(message: ConsumeMessage | null): void {
    if (!message) return;
    const answer: unknown = JSON.parse(message.content.toString('utf8'));
    if (!Array.isArray(answer)) return this.resolve(message.properties.correlationId, answer);
    for (const one of answer) if (Array.isArray(one)) this.resolve(one[0], one[1]);
  }

  private resolve(correlation: unknown, answer: unknown): void {
    if (typeof correlation === 'string') this.waiting.get(correlation)?.(answer);
  }
}

/** Messages of our own workers need no schema. */
function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null || !('status' in value)) return false;
  return value.status === 200 ? 'outcome' in value : 'code' in value;
}

/**
 * Answers senders of events; those that wait in one process in one message. An address that is gone is no error: the
 * resend finds the ledger.
 */
export function sendVerdicts(broker: Pick<Broker, 'publishUnconfirmed'>, answers: readonly Answer[]): void {
  const byAddress = new Map<string, Answer[]>();
  for (const answer of answers) {
    const { replyTo } = answer.to;
    if (replyTo === null) continue;
    const others = byAddress.get(replyTo);
    if (others) others.push(answer);
    else byAddress.set(replyTo, [answer]);
  }
  for (const [replyTo, together] of byAddress)
    broker.publishUnconfirmed({ exchange: '', routingKey: replyTo, ...replyOf(together) });
}

function replyOf(answers: readonly Answer[]): Pick<UnconfirmedMessage, 'content' | 'options'> {
  const [alone, ...others] = answers;
  if (alone && others.length === 0)
    return {
      content: Buffer.from(JSON.stringify(alone.verdict)),
      options: { correlationId: alone.to.correlation, persistent: false },
    };
  const verdicts = answers.map(({ to, verdict }) => [to.correlation, verdict]);
  return { content: Buffer.from(JSON.stringify(verdicts)), options: { persistent: false } };
}
