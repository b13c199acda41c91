import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject, StoreError } from '../base/core.ts';
import type { Environment } from '../base/limits.ts';
import { readSmallJson } from '../files/json.ts';
import type { OwnPrice, OwnPrices } from './prices.ts';

/** How prices of one's own are said, for whoever says them wrongly. */
const form = '{"prices": {"my-model-*": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}}}';

/** Says prices to programs that the editor starts: the same as JSON, without `prices` around it. */
export const pricesVariable = 'HISTORY_PRICES';

/**
 * The prices that the environment says, else the settings of the project; none, and a word in the log, from where they
 * cannot be understood.
 */
export function ownPrices(
  { folder, log }: Pick<StoreContext, 'folder' | 'log'>,
  env: Environment,
): OwnPrices {
  const orNone = (read: () => OwnPrices): OwnPrices => {
    try {
      return read();
    } catch (error) {
      log.warn(`${error instanceof Error ? error.message : String(error)} No prices are taken from there.`);
      return {};
    }
  };
  return {
    ...orNone(() => inProject(join(folder, 'settings.json'))),
    ...orNone(() => pricesFromEnvironment(env)),
  };
}

/** What the environment says of prices; throws `invalid_argument` for what cannot be understood. */
export function pricesFromEnvironment(env: Environment): OwnPrices {
  const text = (env[pricesVariable] ?? '').trim();
  return text === '' ? {} : parsePrices(parsedOrText(text), pricesVariable);
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // which is told to be no prices
  }
}

function inProject(file: string): OwnPrices {
  const read = readSmallJson(file, (value) => (isObject(value) ? parsePrices(value.prices, file) : {}));
  return read.state === 'read' ? read.value : {};
}

/** US dollars for a million tokens by the name of a model; throws `invalid_argument` for what is none. */
export function parsePrices(value: unknown, where: string): OwnPrices {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw refused(where, value);
  return Object.fromEntries(
    Object.entries(value).map(([model, price]) => [model, priceOf(price, model, where)]),
  );
}

/** Whether a setting says prices as they can be understood. */
export function arePrices(value: unknown): boolean {
  try {
    parsePrices(value, 'the settings');
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}

function priceOf(value: unknown, model: string, where: string): OwnPrice {
  if (!isObject(value)) throw refused(`${model} in ${where}`, value);
  const { input, output, cacheRead, cacheWrite } = value;
  const isPrice = (price: unknown): price is number =>
    typeof price === 'number' && price >= 0 && price < Infinity;
  const isOptional = (price: unknown): price is number | undefined => price === undefined || isPrice(price);
  if (!isPrice(input) || !isPrice(output) || !isOptional(cacheRead) || !isOptional(cacheWrite))
    throw refused(`${model} in ${where}`, value);
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}

const refused = (what: string, value: unknown): StoreError =>
  new StoreError(
    'invalid_argument',
    `The price of ${what} is ${JSON.stringify(value)}: write US dollars for a million tokens, as in ${form}.`,
  );
