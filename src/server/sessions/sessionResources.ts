import { preview } from '../../store/text/containText.ts';
import type { Completer } from '../base/completion.ts';
import { listedOfEach, type Resource } from '../base/offers.ts';
import { givenBrief, handedOver, workspaceOf } from './sessionReplies.ts';

/** `latest`, then the ids of all past sessions, newest first; found by their titles and agents, too. */
export const sessionIds: Completer = async ({ project }) => {
  const { store, around } = await project();
  const { sessions } = await store.sessions.list(workspaceOf(around));
  const ids = sessions.map(({ sessionId, title, source }) => ({
    value: sessionId,
    also: `${title} ${source}`,
  }));
  return ids.length === 0 ? [] : [{ value: 'latest' }, ...ids];
};

const titleChars = 120;

const brief: Resource = {
  uri: 'history://brief',
  name: 'brief',
  title: 'Brief',
  description: 'What was asked, done and decided lately in this project, and what is open.',
  mimeType: 'text/markdown',
  priority: 1,
  read: async (project) => (await givenBrief(project, 'resource')) || 'The history has nothing to tell yet.',
};

const session: Resource = {
  uri: 'history://sessions/{id}',
  name: 'sessions',
  title: 'Past session',
  description: 'Newest turns of a past session of any agent: its id, the beginning of it, or latest.',
  mimeType: 'text/markdown',
  priority: 0.6,
  read: async (project, { id = '' }) => handedOver(project, id),
  newest: async ({ store, around }) =>
    (await store.sessions.list(workspaceOf(around), { limit: listedOfEach })).sessions.map(
      ({ sessionId, title, source, activeAt }) => ({
        variables: { id: sessionId },
        title: preview(title, titleChars),
        description: `Session of ${source}, ${sessionId}.`,
        changedAt: activeAt,
      }),
    ),
  complete: { id: sessionIds },
};

/** The brief, and past sessions. */
export const sessionResources: readonly Resource[] = [brief, session];
