import { orderRoutes } from './orders/order-routes';
import type { DoorRoute } from './route';
import { tokenRoutes } from './tokens/token-routes';

/** Everything that there is at the door: its pages, its JSON and the description of that follow from it. */
export const DOOR_ROUTES: readonly DoorRoute[] = [...orderRoutes, ...tokenRoutes];
