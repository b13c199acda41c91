import { statSync } from 'node:fs';
import { commands, l10n, Uri, type Memento, type UriHandler } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { isObject, StoreError } from '../../disk/base/core.ts';
import { historyFolder } from '../../disk/files/projectHistory.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { projectName } from '../../disk/files/projectId.ts';
import { readRecord } from '../../disk/projects/recordFile.ts';
import { inform } from '../base/notices.ts';
import { gone, type OpenPlace } from '../base/place.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { parseLink, type HistoryLink } from './links.ts';

/** How long a link waits for its project's window. Milliseconds. */
const patience = 5 * 60_000;
const waitingKey = 'historyStore.waitingLink';

interface LinkServices {
  readonly projects: Projects;
  readonly openPlace: OpenPlace;
  readonly clock: Clock;
  readonly projectPlaces: { readonly around: { readonly machine: Machine } };
  /** State shared by all windows. */
  readonly memory: Memento;
  readonly onError: (error: unknown) => void;
}

/** Opens links to references in the history, also of projects not open in any window. */
export class LinkHandler implements UriHandler {
  readonly #services: LinkServices;

  constructor(services: LinkServices) {
    this.#services = services;
  }

  /** Anyone may create a link, so it only navigates and changes nothing; a folder opens only after a question. */
  async handleUri({ path, query }: Pick<Uri, 'path' | 'query'>): Promise<void> {
    try {
      const link = parseLink(path, query);
      if (link === undefined)
        throw new StoreError('invalid_argument', l10n.t('This link leads to no place in a history.'));
      if (!(await this.#open(link))) this.#openElsewhere(link, `${path}?${query}`);
    } catch (error) {
      this.#services.onError(error);
    }
  }

  /** Opens the link for which this window was opened, if any. */
  async openWaiting(): Promise<void> {
    const { memory, clock } = this.#services;
    const waiting: unknown = memory.get(waitingKey);
    if (!isObject(waiting) || typeof waiting.uri !== 'string' || typeof waiting.at !== 'number') return;
    const [path = '', query = ''] = waiting.uri.split(/\?(.*)/s);
    const link = parseLink(path, query);
    const isLate = Math.abs(clock.now() - waiting.at) > patience;
    if (!isLate && (link === undefined || this.#projects(link).length === 0)) return; // another window's
    await memory.update(waitingKey, undefined);
    if (!isLate) await this.handleUri({ path, query });
  }

  #projects({ project }: HistoryLink): readonly Project[] {
    const { all } = this.#services.projects;
    return project === undefined ? all : all.filter(({ root }) => idOf(root) === project);
  }

  /**
   * Opens a link and reports whether its project is in this window. Throws `not_found` if its reference does not
   * exist there.
   */
  async #open(link: HistoryLink): Promise<boolean> {
    const projects = this.#projects(link);
    for (const project of projects) {
      try {
        await this.#services.openPlace({ project, reference: link.place }, { preserveFocus: false });
        return true;
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
      }
    }
    if (projects.length > 0) throw gone();
    return false;
  }

  #openElsewhere({ project }: HistoryLink, uri: string): void {
    const { projectPlaces, memory, clock } = this.#services;
    const { machine } = projectPlaces.around;
    const folder = project === undefined ? undefined : folderOf(machine, project);
    if (folder === undefined) {
      const text = l10n.t(
        'The project of this link is not known here. Open its folder, then the link again.',
      );
      throw new StoreError('not_found', text);
    }
    const open = async (): Promise<void> => {
      await memory.update(waitingKey, { uri, at: clock.now() });
      await commands.executeCommand('vscode.openFolder', Uri.file(folder), { forceNewWindow: true });
    };
    const text = l10n.t('This link leads to the history of {0}.', folder);
    inform(text, [{ label: l10n.t('Open Folder'), run: open }], this.#services.onError);
  }
}

const idOf = (root: string): string | undefined => projectName(historyFolder(root))?.id;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the project's last known folder on this machine. */
function folderOf(machine: Machine, project: string): string | undefined {
  const folders = uuid.test(project) ? (readRecord(machine, project)?.folders ?? []) : [];
  return [...folders]
    .sort((a, b) => b.seen - a.seen)
    .find(({ path }) => idOf(path) === project && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    ?.path;
}
