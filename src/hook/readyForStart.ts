import { dirname } from 'node:path';
import { defined } from '../store/base/core.ts';
import { textOf } from '../store/brief/given.ts';
import { askedBrief } from './askedBrief.ts';
import { agentOf, startBrief } from './brief.ts';
import { isEnd, type HookInput } from './hookInput.ts';
import { readyStartOf } from './readyStartOf.ts';
import type { HookSurroundings } from './surroundings.ts';

/** Makes the brief for the next session to start, as an agent that starts does not wait for it. */
export async function makeReadyForStart(input: HookInput, surroundings: HookSurroundings): Promise<void> {
  const { session, ...others } = input;
  // The one that ended is the last one of the next.
  const next = {
    ...others,
    event: 'SessionStart',
    source: 'startup',
    ...(!isEnd(input) && defined({ session })),
  };
  const asked = askedBrief(next, surroundings);
  if (asked?.purpose !== 'start') return;
  const agent = await agentOf(input);
  const { transcript } = input;
  const by = transcript !== undefined &&
    agent !== undefined && { by: { folder: dirname(transcript), agent } };
  await readyStartOf(asked, next, surroundings).keep(async (env) => {
    const brief = await startBrief(asked, next, { ...surroundings, env }, {});
    return { brief: textOf(brief), ...by };
  });
}
