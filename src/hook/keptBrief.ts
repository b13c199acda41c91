import { dirname } from 'node:path';
import { readyBrief } from '../store/brief/readyBrief.ts';
import type { TextOfBrief } from '../store/brief/types.ts';
import { foreignFileNow } from '../store/files/foreign.ts';
import { askedBrief, handedOver, otherForms, type AskedBrief } from './askedBrief.ts';
import type { HookSurroundings } from './surroundings.ts';
import type { HookInput } from './hookInput.ts';
import { readyStartOf } from './readyStartOf.ts';

/** What is to be told of what was kept. */
export interface KeptBrief {
  /** Notes that the brief is given, and gives what is printed for it; undefined where more has to be read to make it. */
  readonly give: (() => Promise<string | undefined>) | undefined;
  /** Whether it would be of use to the next one to make it when this one waits no longer. */
  readonly isMissed: boolean;
}

/** Undefined where nothing is to be told. Does not wait, and loads little. */
export function keptBrief(input: HookInput, surroundings: HookSurroundings): KeptBrief | undefined {
  const asked = askedBrief(input, surroundings);
  if (!asked) return undefined;
  if (asked.purpose === 'start') return ofStart(asked, input, surroundings);
  const brief = ofCompacted(asked, input);
  const give = brief && (() => handedOver(brief, asked.noted?.agent, asked, input));
  return { give, isMissed: false };
}

function ofStart(asked: AskedBrief, input: HookInput, surroundings: HookSurroundings): KeptBrief {
  const start = readyStartOf(asked, input, surroundings);
  const ready = start.read();
  if (!ready) return { give: undefined, isMissed: !start.isFresh };
  const { brief, by } = ready;
  const { form, transcript } = input;
  const isBy = transcript !== undefined && by?.folder === dirname(transcript);
  const agent = otherForms[form] ?? (isBy ? by.agent : undefined);
  return { give: () => handedOver(brief, agent, asked, input), isMissed: false };
}

function ofCompacted(
  { context, purpose, noted, maxTokens }: AskedBrief,
  { transcript = noted?.path }: HookInput,
): TextOfBrief | undefined {
  if (purpose !== 'afterCompaction' || !noted || transcript !== noted.path) return undefined;
  const file = foreignFileNow(noted.path);
  return file && readyBrief(context, { path: noted.path, activeAt: file.mtimeMs }, maxTokens);
}
