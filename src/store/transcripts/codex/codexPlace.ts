import { join } from 'node:path';
import { filesOf, foldersOf, homeOf, type FindTranscripts } from '../shared/places.ts';

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, of all folders together. */
export const findCodex: FindTranscripts = async function* (places) {
  const codex = homeOf(places, 'CODEX_HOME', '.codex');
  for (const year of await foldersOf(join(codex, 'sessions')))
    for (const month of await foldersOf(year)) for (const day of await foldersOf(month)) yield* rollouts(day);
  yield* rollouts(join(codex, 'archived_sessions'));
};

async function* rollouts(folder: string) {
  for (const path of await filesOf(folder, /^rollout-.*\.jsonl$/))
    yield { agent: 'codex' as const, path, unsure: true };
}
