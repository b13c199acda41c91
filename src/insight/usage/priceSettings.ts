import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { isObject, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { Environment } from '../../disk/base/limits.ts';
import { readSmallJson } from '../../disk/files/json.ts';
import type { OwnPrice, OwnPrices } from './prices.ts';

/** Example of own prices for error messages. */
const form = '{"prices": {"my-model-*": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}}}';

/** Passes prices to programs started by the editor, as JSON without `prices` around it. */
export const pricesVariable = 'HISTORY_PRICES';

/** Returns prices from the environment, else from the project's settings; logs invalid ones and ignores them. */
export function ownPrices(
  { folder, log }: Pick<StoreContext, 'folder' | 'log'>,
  env: Environment,
): OwnPrices {
  const orNone = (read: () => OwnPrices): OwnPrices => {
    try {
      return read();
    } catch (error) {
      log.warn(`${errorMessage(error)} No prices are taken from there.`);
      return {};
    }
  };
  return {
    ...orNone(() => inProject(join(folder, 'settings.json'))),
    ...orNone(() => pricesFromEnvironment(env)),
  };
}

/** Parses the environment's prices. Throws `invalid_argument`. */
export function pricesFromEnvironment(env: Environment): OwnPrices {
  const text = (env[pricesVariable] ?? '').trim();
  return text === '' ? {} : parsePrices(parsedOrText(text), pricesVariable);
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // rejected as invalid prices
  }
}

function inProject(file: string): OwnPrices {
  const read = readSmallJson(file, (value) => (isObject(value) ? parsePrices(value.prices, file) : {}));
  return read.state === 'read' ? read.value : {};
}

/** Parses US dollars per million tokens by model name. Throws `invalid_argument`. */
export function parsePrices(value: unknown, where: string): OwnPrices {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw refused(where, value);
  return Object.fromEntries(
    Object.entries(value).map(([model, price]) => [model, priceOf(price, model, where)]),
  );
}

/** Reports whether a setting contains valid prices. */
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
