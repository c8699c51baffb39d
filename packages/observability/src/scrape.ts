import type { Pace } from './pace';
import { jobOf, SERVICES } from './services';

/** `HEALTH_PORT` of the images. */
const PORT = 9000;

/** The location of scrape targets. */
export interface Places {
  alertmanager: string;
  /** How Prometheus finds the copies of a service, in terms of a scrape configuration. */
  copiesOf(service: string): object;
}

/** By DNS, as a headless service of an orchestrator resolves. */
export const BY_DNS: Places = {
  alertmanager: 'alertmanager:9093',
  copiesOf: (service) => ({ dns_sd_configs: [{ names: [service], type: 'A', port: PORT }] }),
};

/**
 * The Prometheus scrape configuration: each service is a job, each copy an instance. However the copies are found, the
 * names of the jobs stay.
 */
export function prometheusConfig(pace: Pace, places: Places) {
  return {
    global: { scrape_interval: pace.span('15s'), evaluation_interval: pace.span('30s') },
    rule_files: ['rules.yml'],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [places.alertmanager] }] }] },
    scrape_configs: SERVICES.map((service) => ({ job_name: jobOf(service), ...places.copiesOf(service) })),
  };
}
