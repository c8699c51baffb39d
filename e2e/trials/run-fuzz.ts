import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMiB } from './hostile/memory-watch';
import { dice, ECHO_MARK, hostileRequest, type HostileRequest, type Target } from './hostile-request';

export interface FuzzOptions {
  port: number;
  /** The process of the ingress. */
  pid: number;
  target: Target;
  requests: number;
  seed: number;
  onProgress?: (done: number) => void;
}

export interface FuzzReport {
  /** Answers by status; 0: the connection was closed without one. */
  statuses: Record<string, number>;
  /** What must not be, a few of each kind. */
  faults: string[];
  peakMiB: number;
}

const AT_ONCE = 48;
/** Longer than a verdict takes (D5), and than Node gives a request to arrive. */
const ANSWER_WITHIN_MS = 45_000;
/** How long a sender that cuts its body off stays on. */
const HANGS_ON_MS = 500;
const FAULTS_KEPT = 20;

/** Sends hostile requests to an ingress and checks every answer, and the memory of its process meanwhile. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { port, pid, target, requests, seed, onProgress } = options;
  const random = dice(seed);
  const report: FuzzReport = { statuses: {}, faults: [], peakMiB: 0 };
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      if (sent % 1_000 === 0) onProgress?.(sent);
      const request = hostileRequest(random, target);
      const answer = await send(port, request);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      const fault = faultOf(status, answer);
      if (fault !== null && report.faults.length < FAULTS_KEPT)
        report.faults.push(`${request.kind}: ${fault}`);
      report.peakMiB = Math.max(report.peakMiB, residentMiB(pid));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return report;
}

/** Opens bodies that never end. @returns the most memory that the process took */
export async function holdBodiesOpen(port: number, pid: number, bodies: number): Promise<number> {
  let peak = 0;
  const sockets = [];
  for (let index = 0; index < bodies; index += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write('POST /shops/unknown/events HTTP/1.1\r\nHost: x\r\nContent-Length: 524288\r\n\r\n');
    socket.write(Buffer.alloc(524_287, 120));
    sockets.push(socket);
    if (index % 50 === 0) await wait(20);
    peak = Math.max(peak, residentMiB(pid));
  }
  for (let looks = 0; looks < 20; looks += 1) {
    await wait(200);
    peak = Math.max(peak, residentMiB(pid));
  }
  for (const socket of sockets) socket.destroy();
  return peak;
}

async function send(port: number, { pieces, kind }: HostileRequest): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const end = setTimeout(() => socket.destroy(), kind === 'cut off' ? HANGS_ON_MS : ANSWER_WITHIN_MS);
  const answer = text(socket).catch(() => '');
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (kind === 'in drops') await wait(1);
  }
  const said = await answer;
  clearTimeout(end);
  return said;
}

/** What is wrong with an answer; null: nothing. */
function faultOf(status: number, answer: string): string | null {
  if (status >= 500 && status !== 503) return `answered ${status}`;
  if (status === 503 && !/"temporary_failure"/.test(answer)) return 'a 503 without its code';
  if (status === 503 && !/^retry-after: /im.test(answer)) return 'a 503 without Retry-After';
  if (status !== 200 && answer.includes(ECHO_MARK)) return `a ${status} that echoes a value`;
  if (/\bat .*\.(js|ts):\d+/.test(answer)) return `a ${status} with a stack`;
  return null;
}
