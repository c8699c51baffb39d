import type { Tx } from '@hub/database';
import { COMMANDS, type Command } from '@hub/messaging';
import type { Message } from '../dead-letters/read-message';
import {
  readPlacing,
  readReturnState,
  readRouting,
  readRunState,
  readStopState,
  readTrackingState,
} from './command-facts';
import { readEventFacts } from './event-facts';
import {
  forecastCannotShip,
  forecastFigures,
  forecastPlacing,
  forecastPull,
  forecastRegistration,
  forecastRouting,
  forecastStop,
  forecastTracking,
} from './forecast-command';
import { forecastEvent } from './forecast-event';
import { unclear, type ReplayForecast } from './replay-forecast';

/** What a replay of a message would do now. @param now milliseconds since the epoch */
export async function forecastReplay(tx: Tx, message: Message, now: number): Promise<ReplayForecast> {
  switch (message.kind) {
    case 'unreadable':
      return unclear('it could not be read: unless that was mended, it dies again at once');
    case 'event':
      return forecastEvent(await readEventFacts(tx, message, now));
    case 'command': {
      const forecast = Object.values(COMMAND_FORECASTS).find(({ type }) => type === message.command.type);
      return forecast?.run(tx, message.payload, now) ?? unclear('nobody knows this command');
    }
  }
}

interface CommandForecast {
  type: string;
  run(tx: Tx, payload: object, now: number): Promise<ReplayForecast>;
}

/** Every command, what its effect depends on, and what follows from that. */
const COMMAND_FORECASTS: Record<keyof typeof COMMANDS, CommandForecast> = {
  placeShippingOrder: forecastOf(COMMANDS.placeShippingOrder, readPlacing, forecastPlacing),
  deliverTracking: forecastOf(COMMANDS.deliverTracking, readTrackingState, forecastTracking),
  registerReturn: forecastOf(COMMANDS.registerReturn, readReturnState, forecastRegistration),
  stopShippingOrder: forecastOf(COMMANDS.stopShippingOrder, readStopState, forecastStop),
  cannotShip: forecastOf(COMMANDS.cannotShip, async () => null, forecastCannotShip),
  routeOrder: forecastOf(COMMANDS.routeOrder, readRouting, forecastRouting),
  pullCatalogue: forecastOf(COMMANDS.pullCatalogue, readRunState, forecastPull),
  recalculateArticle: forecastOf(COMMANDS.recalculateArticle, async () => null, forecastFigures),
  recalculateShop: forecastOf(COMMANDS.recalculateShop, async () => null, forecastFigures),
  serveWaitingLines: forecastOf(COMMANDS.serveWaitingLines, async () => null, forecastFigures),
};

function forecastOf<T extends object, F>(
  command: Command<T>,
  read: (tx: Tx, payload: T, now: number) => Promise<F>,
  forecast: (facts: F) => ReplayForecast,
): CommandForecast {
  return {
    type: command.type,
    run: async (tx, payload, now) => forecast(await read(tx, command.payload.parse(payload), now)),
  };
}
