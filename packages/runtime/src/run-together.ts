import type { Component } from './component';
import type { Logger } from './logger';
import type { ServiceOptions } from './run-service';

/**
 * Several services as one, for one process: each keeps its own components and connections, one health server reports
 * all. They start side by side and are stopped in reverse order, so the last one given stops first. What ends one of
 * them unexpectedly ends all.
 */
export function runTogether(services: readonly ServiceOptions[], logger: Logger): ServiceOptions {
  return {
    name: 'hub',
    logger,
    healthPort: services[0]?.healthPort,
    stopWithinMs: Math.max(0, ...services.map(({ stopWithinMs = 0 }) => stopWithinMs)),
    start: async (components) => {
      const within = services.map((service) => new ServiceWithin(service));
      components.push(...within);
      await Promise.all(within.map((service) => service.start()));
    },
  };
}

/** A service as a component of the process that it shares. */
class ServiceWithin implements Component {
  readonly name: string;
  readonly within: Component[] = [];
  private started = false;

  constructor(private readonly service: ServiceOptions) {
    this.name = service.name;
  }

  async start(): Promise<void> {
    await this.service.start(this.within);
    this.started = true;
  }

  ready(): boolean {
    return this.started;
  }

  beginStop(): void {
    for (const component of this.within) component.beginStop?.();
  }

  /** Stops every component in reverse, also after one that fails to. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let component = this.within.pop(); component; component = this.within.pop())
      await component.stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${this.name} did not stop`);
  }
}
