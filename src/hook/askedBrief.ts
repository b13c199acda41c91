import { homedir } from 'node:os';
import { languageFromEnvironment, secretsFromEnvironment, systemClock } from '../store/base/context.ts';
import type { StoreContext } from '../store/base/context.ts';
import { defined } from '../store/base/core.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { hasHistory, historyFolder } from '../store/files/projectHistory.ts';
import { Compactions, type NotedTranscript } from '../store/brief/compactions.ts';
import { GivenLog } from '../store/brief/given.ts';
import type { Keeper } from '../store/brief/keptOf.ts';
import { briefSettings } from '../store/brief/settings.ts';
import type { BriefPurpose, TextOfBrief } from '../store/brief/types.ts';
import { noteChange } from '../store/files/changeLog.ts';
import { EnvSecrets, maskingState } from '../store/secrets/envFiles.ts';
import { answerOf } from './answer.ts';
import type { HookSurroundings } from './surroundings.ts';
import { isDeaf, momentOf, type HookInput } from './hookInput.ts';
import { findProjectRoot } from './projectRoot.ts';

/** Two hooks of one agent run for the same event so close to each other. Milliseconds. */
const onceWithinMs = 5_000;

/** The agents that have a form of their own. */
export const otherForms: Readonly<Record<HookInput['form'], string | undefined>> = {
  nested: undefined,
  copilot: 'copilot-cli',
  cursor: 'cursor',
};

/** What of a store is at hand without loading the rest. */
export type AtHand = Keeper & Pick<StoreContext, 'language' | 'wrote'>;

/** A brief that is to be given now. */
export interface AskedBrief {
  readonly root: string;
  /** The folder the agent works in. */
  readonly cwd: string;
  readonly context: AtHand;
  readonly purpose: BriefPurpose;
  readonly maxTokens: number;
  /** The transcript of the session, where it was compacted. */
  readonly noted: NotedTranscript | undefined;
}

/**
 * What an agent is to be told that told the start of a session, or a prompt after a compaction; undefined for nothing:
 * it is switched off, or there is no history. Does not wait.
 */
export function askedBrief(
  input: HookInput,
  { cwd: here, env, log, brief: flag }: HookSurroundings,
): AskedBrief | undefined {
  const { session, cwd = here } = input;
  if (isDeaf(input)) return undefined;
  const root = findProjectRoot(cwd, env);
  if (!hasHistory(root)) return undefined;
  const context = atHand(root, cwd, { env, log });
  const { mode, maxTokens } = briefSettings({ history: context.folder, env, log, ...defined({ flag }) });
  if (mode === 'off') return undefined;
  const noted = session === undefined ? undefined : new Compactions(context, session).noted();
  const purpose = purposeOf(input, noted);
  if (!purpose || (purpose === 'start' && mode !== 'always')) return undefined;
  return { root, cwd, context, purpose, maxTokens, noted };
}

/** Notes that a brief is given, and gives what is printed for it; undefined where there is nothing to tell, or another hook tells it. */
export async function handedOver(
  brief: TextOfBrief,
  agent: string | undefined,
  { context, purpose }: AskedBrief,
  input: HookInput,
): Promise<string | undefined> {
  const { session } = input;
  const recipient = { by: 'hook', ...defined({ agent, session }) } as const;
  const isOurs = brief.text !== '' && (await new GivenLog(context).claim(brief, recipient, onceWithinMs));
  if (purpose === 'afterCompaction' && session !== undefined) await new Compactions(context, session).told();
  return isOurs ? answerOf(input, brief.text) : undefined;
}

function atHand(root: string, cwd: string, { env, log }: Pick<HookSurroundings, 'env' | 'log'>): AtHand {
  const folder = historyFolder(root);
  const mode = secretsFromEnvironment(env, log);
  const envSecrets = new EnvSecrets([...new Set([root, projectOf(cwd, homedir()) ?? root])]);
  return {
    ...{ folder, log, clock: systemClock, isReadOnly: () => false },
    language: languageFromEnvironment(env, 'en'),
    wrote: (base) => noteChange(folder, base, log),
    secrets: {
      get state() {
        return maskingState(mode, () => envSecrets);
      },
    },
  };
}

/** What the agent is to be told now; undefined where that is nothing. */
function purposeOf(input: HookInput, noted: NotedTranscript | undefined): BriefPurpose | undefined {
  const isStart = momentOf(input) === 'start';
  if (input.session !== undefined && (noted?.isPending === true || (isStart && input.source === 'compact')))
    return 'afterCompaction';
  return isStart ? 'start' : undefined;
}
