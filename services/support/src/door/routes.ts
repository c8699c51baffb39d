import { actRoutes } from './acts/act-routes';
import { callRoutes } from './calls/call-routes';
import { catalogueRoutes } from './catalogue/catalogue-routes';
import { failedRoutes } from './failed/failed-routes';
import { figureRoutes } from './figures/figure-routes';
import { goliveRoutes } from './golive/golive-routes';
import { linkRoutes } from './links/link-routes';
import { mailRoutes } from './mails/mail-routes';
import { moneyRoutes } from './money/money-routes';
import { orderRoutes } from './orders/order-routes';
import { quantityRoutes } from './quantities/quantity-routes';
import type { DoorRoute } from './route';
import { storeRoutes } from './acts/store-routes';
import { soldRoutes } from './sold/sold-routes';
import { eventRoutes } from './sent/event-routes';
import { todayRoutes } from './today/today-routes';
import { tokenRoutes } from './tokens/token-routes';

/** The whole door: its pages, its JSON and the JSON's description follow from this table. */
export const DOOR_ROUTES: readonly DoorRoute[] = [
  ...todayRoutes,
  ...orderRoutes,
  ...soldRoutes,
  ...failedRoutes,
  ...eventRoutes,
  ...callRoutes,
  ...catalogueRoutes,
  ...linkRoutes,
  ...quantityRoutes,
  ...figureRoutes,
  ...moneyRoutes,
  ...goliveRoutes,
  ...mailRoutes,
  ...actRoutes,
  ...storeRoutes,
  ...tokenRoutes,
];
