import { defined, type JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, numberOf, textOf, timeOf } from '../reading/fields.ts';
import { parseJson } from '../reading/lines.ts';
import { titleOfPrompt } from '../reading/titles.ts';
import type { TokenCounts } from '../reading/types.ts';

interface TimedRequest {
  readonly time: string | undefined;
  readonly tokens: TokenCounts | undefined;
  readonly model: string | undefined;
}

/** Additional data of a Cline task from `ui_messages.json`: times, the title, and each request's cost. */
export class ClineTimes {
  readonly title: string | undefined;
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly #requests: readonly TimedRequest[];

  constructor(uiMessages: readonly JsonValue[]) {
    const messages = uiMessages.map(fieldsOf);
    const times = messages.map(({ ts }) => timeOf(numberOf(ts))).filter((time) => time !== undefined);
    this.first = times[0];
    this.last = times.at(-1);
    const opening = messages.find(({ say }) => say === 'task' || say === 'text');
    this.title = titleOfPrompt(textOf(opening?.text) ?? '');
    this.#requests = messages.filter(({ say }) => say === 'api_req_started').map(requestOf);
  }

  /** Returns the request for the nth message of the person's side, from 0. */
  request(n: number): TimedRequest | undefined {
    return this.#requests[n];
  }
}

function requestOf(message: Readonly<Record<string, JsonValue>>): TimedRequest {
  const cost = fieldsOf(parseJson(textOf(message.text) ?? ''));
  const { tokensIn, tokensOut, cacheReads, cacheWrites } = cost;
  const [fresh, output, cached, written] = [tokensIn, tokensOut, cacheReads, cacheWrites].map(numberOf);
  // Its input excludes cache reads and writes.
  const input = fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0);
  const tokens = {
    ...defined({ input, output, cached, written }),
  };
  return {
    time: timeOf(numberOf(message.ts)),
    tokens: Object.keys(tokens).length > 0 ? tokens : undefined,
    model: textOf(fieldsOf(message.modelInfo).modelId),
  };
}
