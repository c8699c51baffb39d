import { CHECKS } from './checks/checks';
import type { Check } from './check';
import { CheckFault, NotRun } from './check-ending';
import type { CheckContext } from './check-context';
import { cleanUp } from './clean-up';
import { EvidenceLog } from './http/evidence';
import { type CallWatch, StoreCaller } from './http/store-caller';
import type { Inbox } from './inbound/inbox';
import { NO_PEOPLE, type People } from './people';
import { type CheckResult, type RehearsalRecord, type Step, STEPS } from './record';
import { RunState } from './run-state';
import { RUNNER } from './runner';
import type { Target } from './target';

/** Messages of a rehearsal while it runs. */
export type Progress =
  /** `code`: of the run, for every sale that is made for it (D32). */
  | { kind: 'began'; checks: readonly Check[]; code: string }
  | { kind: 'check_began'; check: Check }
  | { kind: 'check_ended'; result: CheckResult }
  | { kind: 'left_open'; what: string }
  | { kind: 'ended'; record: RehearsalRecord };

export interface RehearsalOptions {
  target: Target;
  /** All, where not given. */
  steps?: readonly Step[];
  /** Only these checks of the steps, by id. */
  only?: readonly string[] | undefined;
  people?: People;
  /** The address that the store sends its events to; without one no event is judged. */
  inbox?: Inbox | null;
  onProgress?: (progress: Progress) => void;
  /** Observes every call to the store, those of the clean-up too. */
  calls?: CallWatch;
  /** Ends the run early: what has not begun is not run, and what was created is still cleaned up. */
  signal?: AbortSignal;
}

/**
 * Plays the service against a store, check by check in the order of the go-live steps, and reports the results. Never
 * throws.
 */
export async function rehearse(options: RehearsalOptions): Promise<RehearsalRecord> {
  const { target, people = NO_PEOPLE, inbox = null, onProgress = () => {}, calls = null, signal } = options;

  const startedAt = new Date().toISOString();
  const run = new RunState<CheckContext>();
  const surroundings = { target, people, inbox, run, calls, signal };
  const checks = checksOf(options);
  onProgress({ kind: 'began', checks, code: target.runCode });
  const results: CheckResult[] = [];
  for (const check of checks) {
    onProgress({ kind: 'check_began', check });
    const result = await play(check, surroundings);
    results.push(result);
    onProgress({ kind: 'check_ended', result });
  }
  const cleaning = new EvidenceLog();
  for (const what of await cleanUp(contextOf(surroundings, cleaning))) {
    cleaning.note(`to be put right by hand: ${what}`);
    onProgress({ kind: 'left_open', what });
  }
  const record: RehearsalRecord = {
    version: 1,
    runner: RUNNER,
    shop_slug: target.shopSlug,
    environment: target.environment,
    store_api_root: target.storeApiRoot,
    run_code: target.runCode,
    started_at: startedAt,
    ended_at: new Date().toISOString(),
    checks: results,
    clean_up: cleaning.entries(),
  };
  onProgress({ kind: 'ended', record });
  return record;
}

function checksOf({ target, steps = STEPS, only }: RehearsalOptions): Check[] {
  const isAsked = ({ id }: Check): boolean => only === undefined || only.includes(id);
  return STEPS.filter((step) => steps.includes(step)).flatMap((step) =>
    CHECKS.filter((check) => check.step === step && isAsked(check) && (check.appliesTo?.(target) ?? true)),
  );
}

interface Surroundings {
  target: Target;
  people: People;
  inbox: Inbox | null;
  run: RunState<CheckContext>;
  calls: CallWatch | null;
  signal: AbortSignal | undefined;
}

async function play(check: Check, surroundings: Surroundings): Promise<CheckResult> {
  const { id, step, direction, rule } = check;
  const evidence = new EvidenceLog();
  const at = new Date().toISOString();
  const ending = await endOf(check, playedIn(surroundings, evidence), surroundings.signal);
  return { id, step, direction, rule, at, ...ending, evidence: evidence.entries() };
}

type Ending = Pick<CheckResult, 'result' | 'fault' | 'reason'>;

async function endOf(check: Check, context: CheckContext, signal: AbortSignal | undefined): Promise<Ending> {
  if (signal?.aborted) return notRun(endedBefore(signal));
  try {
    await check.play(context);
    return { result: 'passed', fault: null, reason: null };
  } catch (error) {
    if (error instanceof CheckFault) {
      const { seen, correct } = error;
      return { result: 'failed', fault: { seen: shortened(seen), correct }, reason: null };
    }
    if (error instanceof NotRun) return notRun(error.reason);
    // Our fault, not the store's: reported as such, so that no one looks for it there.
    return notRun(`the runner itself failed: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

const LONGEST = 1_000;

/** A store's ids and codes may be long. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function notRun(reason: string): Ending {
  return { result: 'not_run', fault: null, reason };
}

function endedBefore({ reason }: AbortSignal): string {
  return `the rehearsal was ended before${typeof reason === 'string' ? `: ${reason}` : ''}`;
}

/** Once the run is ending, a running check no longer calls the store. */
function playedIn(surroundings: Surroundings, evidence: EvidenceLog): CheckContext {
  const { signal } = surroundings;
  const watch = watchOf(surroundings);
  return contextOf(surroundings, evidence, {
    ...watch,
    before(call) {
      if (signal?.aborted) throw new NotRun(endedBefore(signal));
      return watch.before(call);
    },
  });
}

function watchOf({ run, calls }: Surroundings): CallWatch {
  return {
    async before(call) {
      run.before(call);
      await calls?.before(call);
    },
    see(call, answer) {
      run.see(call, answer);
      calls?.see(call, answer);
    },
  };
}

function contextOf(
  surroundings: Surroundings,
  evidence: EvidenceLog,
  watch: CallWatch = watchOf(surroundings),
): CheckContext {
  const { target, people, inbox, run, signal } = surroundings;
  const store = new StoreCaller(target, evidence, watch);
  return {
    target,
    store,
    people,
    inbox,
    run,
    evidence,
    get isEnding() {
      return signal?.aborted ?? false;
    },
  };
}
