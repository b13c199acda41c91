import { l10n, ProgressLocation } from 'vscode';
import { isObject, StoreError } from '../../disk/base/core.ts';
import type { SampledSession } from '../../doctor/sample/sample.ts';
import type { Command } from '../base/commands.ts';
import { withProgress } from '../base/notices.ts';
import { chooseProject } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { chooseSession, type SessionServices } from './sessionTarget.ts';

/** What is to be sampled, and what it is called. */
interface Sampled {
  readonly project: Project;
  readonly session: SampledSession;
  readonly name: string;
}

/**
 * The command that shows the shape of what is not understood: of a session, or of a place of an agent that cannot be
 * read, which `{folder, place}` names; `{folder, sessionId}` names a session, too.
 */
export const sampleCommand = (services: SessionServices, version: string): Command => ({
  id: 'historyStore.sampleSession',
  run: async (argument) => {
    const title = l10n.t('Show Shape of What Is Not Understood');
    const { project, session, name } = await chooseSampled(services, argument, title);
    const { openSample } = await import('./sampleDocument.ts'); // rarely needed
    await withProgress({ title, location: ProgressLocation.Window }, () =>
      openSample(project, session, { name, version }),
    );
  },
});

async function chooseSampled(services: SessionServices, argument: unknown, title: string): Promise<Sampled> {
  const { place, sessionId } = isObject(argument) ? argument : {};
  if (isObject(place) && typeof place.path === 'string') {
    const { path } = place;
    return {
      project: await chooseProject(services.projects, argument, title),
      session: { path },
      name: path,
    };
  }
  const { project, info } =
    typeof sessionId === 'string'
      ? await sessionOf(services, argument, sessionId)
      : await chooseSession(services, argument, title, 'transcript');
  const { source, path, title: name } = info;
  return { project, session: { path, agent: source }, name };
}

async function sessionOf({ projects, sessionLists }: SessionServices, argument: unknown, id: string) {
  const project = await chooseProject(projects, argument, '');
  const all = await sessionLists.of(project).sessions();
  const info = all.find(
    ({ sessionId, archived, source }) => sessionId === id && !archived && source !== 'history',
  );
  if (info) return { project, info };
  throw new StoreError('not_found', `There is no transcript of the session ${JSON.stringify(id)} any more.`);
}
