import { jobOf, SERVICES } from '../services';
import { SLOS } from '../slos';
import { level, perMinute, type Flows } from '../proof';

const SUPPORT = 'job="hub-support",instance="support-1"';
const INGRESS = 'job="hub-ingress",instance="ingress-1"';
const QUEUES = ['routing.order.created', 'routing.order.route'];
const one = (service: string) => `job="${jobOf(service)}",instance="${service}-1"`;

/** The series of a healthy system: nothing but the watchdog fires. */
export const HEALTHY: Flows = {
  ...Object.assign({}, ...SERVICES.map(wellService)),
  ...Object.assign({}, ...SLOS.map((slo) => slo.flows(0))),
  ...Object.assign({}, ...QUEUES.map(wellQueue)),
  [`hub_outbox_oldest_seconds{${SUPPORT}}`]: level(0),
  [`hub_dead_letters{${SUPPORT},origin="routing.order.created",state="resolved"}`]: level(3),
  [`hub_orders_at_risk{${SUPPORT},situation="undecided"}`]: level(0),
  [`hub_orders_at_risk{${SUPPORT},situation="waiting"}`]: level(0),
  [`hub_shops_circuit_open{${SUPPORT}}`]: level(0),
  [`hub_bodies_unreadable{${SUPPORT}}`]: level(0),
  [`hub_shops_unreadable{${INGRESS}}`]: level(0),
  [`hub_pass_last_success_seconds{${SUPPORT},pass="figures"}`]: 'clock',
  [`hub_pass_period_seconds{${SUPPORT},pass="figures"}`]: level(15),
};

function wellService(service: string): Flows {
  const of = one(service);
  return {
    [`up{${of}}`]: level(1),
    [`scrape_samples_scraped{${of}}`]: level(400),
    [`hub_build_info{${of},service="${service}",version="0.1.0"}`]: level(1),
    [`hub_database_connections{${of},state="waiting"}`]: level(0),
    [`hub_clock_offset_seconds{${of}}`]: level(0),
    ...Object.fromEntries(
      ['database', 'broker', 'keys', 'schema'].map((part) => [
        `hub_part_ready{${of},part="${part}"}`,
        level(1),
      ]),
    ),
  };
}

function wellQueue(queue: string): Flows {
  const waits = `hub_message_wait_seconds_bucket{${one('routing')},queue="${queue}"`;
  return {
    [`hub_queue_messages{${SUPPORT},queue="${queue}"}`]: level(0),
    [`hub_queue_consumers{${SUPPORT},queue="${queue}"}`]: level(2),
    ...Object.fromEntries(['60', '300', '+Inf'].map((le) => [`${waits},le="${le}"}`, perMinute(60)])),
  };
}
