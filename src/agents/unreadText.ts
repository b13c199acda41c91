import type { Say, Text } from '../disk/base/texts.ts';
import { agentNameOf } from './agents.ts';
import type { UnreadPlace } from './reading/types.ts';

const texts: Readonly<Record<Exclude<UnreadPlace['reason'], 'other'>, Text>> = {
  denied: '{0}: you may not read {1}.',
  misplaced: '{0}: {1} is not the file or folder that should be there.',
  link: '{0}: {1} is a link that leads nowhere.',
  packed: '{0}: sessions lie packed in {1}, and this version cannot unpack them ({2}).',
  unknown: '{0}: sessions lie in {1} and cannot be read yet ({2}).',
};

/** Says which place of an agent could not be read, and why. */
export function unreadText({ agent, path, reason, detail = '' }: UnreadPlace, say: Say): string {
  const name = agentNameOf(agent);
  if (reason !== 'other') return say(texts[reason], name, path, detail);
  // Errors of the store begin with the path.
  return detail.startsWith(path)
    ? `${name}: ${detail}`
    : say('{0}: {1} cannot be read: {2}', name, path, detail);
}
