import { preview } from '../../disk/text/containText.ts';
import type { Completer } from '../base/completion.ts';
import { maxListedPerKind, type Resource } from '../base/offers.ts';
import { givenBrief, handedOver, workspaceOf } from './sessionReplies.ts';

/** Completes `latest` and the ids of all past sessions, newest first; also found by title and agent. */
export const sessionIds: Completer = async ({ project }) => {
  const { store, toolContext } = await project();
  const { sessions } = await store.sessions.list(workspaceOf(toolContext));
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
  newest: async ({ store, toolContext }) =>
    (await store.sessions.list(workspaceOf(toolContext), { limit: maxListedPerKind })).sessions.map(
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
