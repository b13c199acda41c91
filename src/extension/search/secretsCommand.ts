import {
  CancellationError,
  l10n,
  ProgressLocation,
  window,
  type CancellationToken,
  type QuickPickItem,
} from 'vscode';
import type { FoundSecrets, LeftFile, ScanOptions, FileWithSecrets } from '../../history/secretScan/types.ts';
import type { Command, Services } from '../base/commands.ts';
import { inform, number, warn, withProgress } from '../base/notices.ts';
import { chooseProject } from '../base/pick.ts';
import type { Project } from '../base/project.ts';

/**
 * Commands that find and mask secrets stored before they were masked. Only people use them, since masking cannot be
 * undone.
 */
export function secretsCommands(services: Services): readonly Command[] {
  return [
    { id: 'historyStore.findSecrets', writes: true, run: (argument) => findSecrets(services, argument) },
  ];
}

async function findSecrets({ projects }: Services, argument: unknown): Promise<void> {
  const title = l10n.t('Find Secrets in History');
  const project = await chooseProject(projects, argument, title);
  const found = await scan(project);
  if (found.places.length === 0) {
    report(l10n.t('No secrets found.'), found.left);
    return;
  }
  const chosen = await askWhich(title, found);
  const { masked, left } = await inProgress(l10n.t('Masking secrets'), (options) =>
    project.secretScan.mask(chosen, options),
  );
  report(l10n.t('Masked the secrets in {0} files.', number(masked)), [...found.left, ...left]);
}

const scan = (project: Project): Promise<FoundSecrets> =>
  inProgress(l10n.t('Looking for secrets in the history'), (options) => project.secretScan.find(options));

/** Shows what would be masked, all selected; accepting is the consent. */
async function askWhich(title: string, { places }: FoundSecrets): Promise<readonly string[]> {
  const items = places.map(itemOf);
  const chosen = await window.showQuickPick(items, {
    title,
    placeHolder: l10n.t(
      'Select OK to mask the secrets in these {0} files, backups and raw copies included. This cannot be undone.',
      number(places.length),
    ),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined || chosen.length === 0) throw new CancellationError();
  return chosen.map(({ file }) => file);
}

type PlaceItem = QuickPickItem & { readonly file: string };

const itemOf = ({ file, secrets }: FileWithSecrets): PlaceItem => ({
  file,
  label: file,
  detail: secrets.map(({ mask, preview }) => `${preview} → ${mask}`).join('   '),
  picked: true,
});

async function inProgress<T>(title: string, work: (options: ScanOptions) => Promise<T>): Promise<T> {
  const location = ProgressLocation.Notification;
  return withProgress({ location, title, cancellable: true }, (report, token) => {
    const onProgress = (done: number, total: number): void =>
      report({ message: `${number(done)} / ${number(total)}`, increment: 100 / total });
    return work({ signal: signalOf(token), onProgress });
  });
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort(new CancellationError()));
  return controller.signal;
}

function report(text: string, left: readonly LeftFile[]): void {
  if (left.length === 0) inform(text);
  else {
    const files = left.map(({ file }) => file).join(', ');
    warn(
      `${text} ${l10n.t('{0} files could not be read and were left as they are: {1}', number(left.length), files)}`,
    );
  }
}
