import { errorMessage } from '../../disk/base/core.ts';
import { l10n, workspace } from 'vscode';
import type { ProjectAnswer, ProjectQuestion } from '../../disk/projects/projectFolders.ts';
import { answerProject, projectOpened } from '../../disk/projects/projectFolders.ts';
import type { RecordContext } from '../../disk/projects/recordFile.ts';
import { Disposable } from '../base/disposable.ts';
import { inform } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { WindowSessions } from './sessionLists.ts';

/** The editor has started by then. Milliseconds. */
const startMs = 2_000;
/** How often a project's location is noted again. Milliseconds. */
const againMs = 60 * 60 * 1_000;

interface PlacesParts {
  readonly projects: Projects;
  readonly lists: WindowSessions;
  readonly around: RecordContext;
  readonly onError: (error: unknown) => void;
}

/**
 * Notes where this window's projects are, so that their sessions follow them, and asks if their identity is unclear.
 */
export class ProjectPlaces extends Disposable {
  readonly around: RecordContext;
  readonly #parts: PlacesParts;
  readonly #timers: readonly NodeJS.Timeout[];
  /** Serializes projects, since two unknown ones would both ask. */
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: PlacesParts) {
    super();
    this.#parts = parts;
    this.around = parts.around;
    const all = (): void => {
      for (const project of parts.projects.all) this.#note(project);
    };
    this._register(parts.projects.onDidChangeProjects(all));
    this._register(workspace.onDidGrantWorkspaceTrust(all));
    this._register(
      parts.projects.onDidChange(({ project, folders }) => {
        if (!folders || folders.has('project.json')) this.#note(project);
      }),
    );
    this.#timers = [setTimeout(all, startMs), setInterval(all, againMs)];
  }

  /** Applies the answer to which project a folder is, and lists its sessions again. */
  async answer({ root, name }: Project, answer: ProjectAnswer): Promise<void> {
    await answerProject(this.around, root, answer);
    if (answer === 'later') return;
    this.#parts.lists.refresh();
    if (answer === 'copy') inform(l10n.t('“{0}” is now a project of its own.', name));
    else inform(l10n.t('Sessions from the earlier folder of “{0}” are listed here now.', name));
  }

  override dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    super.dispose();
  }

  #note(project: Project): void {
    if (this.disposed || !workspace.isTrusted) return;
    const note = async (): Promise<void> => {
      const question = await projectOpened(this.around, project.root);
      if (question === undefined || this.disposed) return;
      // Asked only once even without an answer; the command for folders asks again.
      await answerProject(this.around, project.root, 'later');
      this.#ask(project, question);
    };
    this.#queue = this.#queue.then(note).catch((error: unknown) => {
      this.around.log.warn(
        `cannot note where ${project.root} is, whose sessions are lost if it moves: ${errorMessage(error)}`,
      );
    });
  }

  #ask(project: Project, question: ProjectQuestion): void {
    const answers = projectAnswers().map(({ label, answer }) => ({
      label,
      run: () => this.answer(project, answer),
    }));
    inform(questionText(project, question), answers, this.#parts.onError);
  }
}

/** Answers to the question which project a folder is. */
export const projectAnswers = (): readonly { readonly label: string; readonly answer: ProjectAnswer }[] => [
  { label: l10n.t('Moved Here'), answer: 'moved' },
  { label: l10n.t('This Is a Copy'), answer: 'copy' },
  { label: l10n.t('Not Now'), answer: 'later' },
];

/** Returns the question which project a folder is. */
export function questionText({ root }: Project, { others: [other] }: ProjectQuestion): string {
  const { path, isThere } = other ?? { path: '', isThere: false };
  return isThere
    ? l10n.t(
        '“{0}” and “{1}” have the same project ID. Is this the same project, or a copy of it? Until you answer, only sessions of this folder are listed.',
        root,
        path,
      )
    : l10n.t(
        'Is “{0}” the project that was in “{1}”? If you moved or cloned it yourself, sessions from there are listed here, too. If somebody else made this folder, choose “This Is a Copy”.',
        root,
        path,
      );
}
