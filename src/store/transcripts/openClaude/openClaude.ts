import { claude, claudeSessions, claudeWatched } from '../claude/claudeAgent.ts';
import type { Places } from '../shared/agent.ts';
import { cloneOf } from '../shared/clone.ts';
import { homeOf } from '../shared/places.ts';

const home = (places: Places): string => homeOf(places, 'OPENCLAUDE_CONFIG_DIR', '.openclaude');

/** OpenClaude, a fork of Claude Code; its places as in its source (`utils/envUtils.ts`). */
export const openClaude = cloneOf(claude, {
  id: 'openclaude',
  place: /\/\.openclaude\/projects\/[^/]+\/[^/]+\.jsonl$/,
  find: (places, roots) => claudeSessions('openclaude', home(places), roots),
  watch: (places, roots) => claudeWatched(home(places), roots),
});
