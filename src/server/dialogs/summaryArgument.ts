import { parseSummary } from '../../store/dialogs/summary.ts';
import { StoreError } from '../../store/base/errors.ts';
import type { JsonObject, JsonValue } from '../../store/base/json.ts';

/** The summary an agent gives: JSON text, also when it was made JSON twice, or the object itself. */
export function readSummary(given: string | JsonObject): JsonValue {
  return parseSummary(typeof given === 'string' ? parseJson(given) : given).value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      'invalid_argument',
      `summary takes JSON text such as {"decisions":["…"],"todo":["…"]}, but what was given is not valid JSON: ${reason}.`,
      { arguments: ['summary'] },
    );
  }
}
