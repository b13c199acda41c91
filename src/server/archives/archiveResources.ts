import { preview } from '../../disk/text/containText.ts';
import type { Completer } from '../base/completion.ts';
import type { Resource } from '../base/offers.ts';
import { charsOf } from '../base/reply.ts';
import { archivePageMessages, readArchive } from './archiveText.ts';

/** Completes the names of all archives, newest first; also found by title. */
export const archiveNames: Completer = async ({ project }) =>
  (await (await project()).store.archives.list()).archives.map(({ name, title }) => ({
    value: name,
    also: title,
  }));

const titleChars = 120;

const archive: Resource = {
  uri: 'history://archives/{name}',
  name: 'archives',
  title: 'Archived transcript',
  description: 'First messages of an archived transcript, and the call for the next page.',
  mimeType: 'text/plain',
  priority: 0.4,
  sized: true,
  read: async ({ store: { archives }, toolContext }, { name = '' }) => {
    const page = { offset: 0, from: 0, limit: archivePageMessages, maxChars: charsOf(toolContext) };
    return (await readArchive(archives, name, page)).join('\n\n');
  },
  newest: async ({ store: { archives } }) =>
    (await archives.list()).archives.map(({ name, title, agent, messages, part, updated }) => ({
      variables: { name },
      title: preview(title, titleChars),
      description: `Archive of a session of ${agent ?? 'an agent'}, part ${part}, ${messages} messages.`,
      changedAt: Date.parse(updated),
    })),
  complete: { name: archiveNames },
};

/** Archives of agents' transcripts. */
export const archiveResources: readonly Resource[] = [archive];
