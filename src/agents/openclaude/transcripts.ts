import { claude, claudeHomes, claudeSessions, claudeWatched } from '../claude/transcripts.ts';
import { cloneOf } from '../reading/clone.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { readForm } from '../reading/forms.ts';

const home = (places: Places): string => homeOf(places, 'OPENCLAUDE_CONFIG_DIR', '.openclaude');

/** OpenClaude, a fork of Claude Code; folders from its source (`utils/envUtils.ts`). */
export const openClaude = cloneOf(claude, {
  id: 'openclaude',
  pathPattern: /\/\.openclaude\/projects\/[^/]+\/[^/]+\.jsonl$/,
  find: (places, roots) => claudeSessions('openclaude', home(places), roots),
  forms: [
    readForm('~/.openclaude/projects/*/<session>.jsonl'),
    readForm('<session>/subagents/agent-*.jsonl'),
  ],
  homes: (places) => claudeHomes(home(places)),
  watch: (places, roots) => claudeWatched(home(places), roots),
});
