import { join } from 'node:path';
import { codex, codexHomes, codexSessions, codexWatched } from '../codex/transcripts.ts';
import type { Places } from '../profile/machine.ts';
import { cloneOf } from '../reading/clone.ts';
import { readForm } from '../reading/forms.ts';

const home = (places: Places): string => join(places.home, '.trae', 'cli');

/** TRAE on the command line (TraeX), a fork of Codex that writes the same rollouts. */
export const traex = cloneOf(codex, {
  id: 'traex',
  pathPattern: /\/\.trae\/cli\/(?:archived_)?sessions\/(?:.+\/)?rollout-[^/]+\.jsonl(?:\.zst)?$/,
  find: (places) => codexSessions('traex', home(places)),
  forms: [
    readForm('~/.trae/cli/sessions/YYYY/MM/DD/rollout-*.jsonl'),
    readForm('~/.trae/cli/archived_sessions/rollout-*.jsonl'),
    readForm('rollout-*.jsonl.zst'),
  ],
  homes: (places) => codexHomes(home(places)),
  watch: (places, _, now) => codexWatched(home(places), now),
});
