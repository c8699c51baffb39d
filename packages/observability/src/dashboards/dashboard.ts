/** A query of a panel, and the names of its lines: labels in `{{…}}`. */
export interface Query {
  expr: string;
  legend: string;
}

export interface Panel {
  title: string;
  /** As Grafana names units: `percentunit`, `s`, `short`, `reqps`, `bytes`. */
  unit: string;
  queries: readonly Query[];
  /** A current value, not a time series. */
  now?: true;
}

export interface Dashboard {
  /** Part of its address in Grafana; never changes. */
  uid: string;
  title: string;
  panels: readonly Panel[];
}

/** A query with the name of its lines. */
export const query = (expr: string, legend: string): Query => ({ expr, legend });

const COLUMNS = 2;
const [WIDTH, HEIGHT] = [12, 8];
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard as Grafana imports it; its Prometheus is chosen there. */
export function asGrafana({ uid, title, panels }: Dashboard): object {
  return {
    uid,
    title,
    tags: ['hub'],
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    timezone: 'utc',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus', refresh: 1 },
      ],
    },
    panels: panels.map(panelAt),
  };
}

function panelAt({ title, unit, queries, now }: Panel, index: number): object {
  return {
    id: index + 1,
    title,
    type: now ? 'stat' : 'timeseries',
    datasource: DATASOURCE,
    gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCodePoint(65 + at),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}
