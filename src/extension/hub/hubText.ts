import { l10n } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import { errorText } from '../base/notices.ts';
import { isPlainProblem } from './hubTypes.ts';

/**
 * Explains why a hub is unavailable and what to do, in the editor's language, with the database's own text if it helps.
 */
export function hubErrorText(error: unknown): string {
  if (!(error instanceof StoreError)) return errorText(error);
  const { problem, hub } = error.data;
  const text = problemText(
    typeof problem === 'string' ? problem : error.code,
    typeof hub === 'string' ? hub : '',
  );
  if (text === undefined) return error.message;
  const said = error.cause instanceof Error ? error.cause.message : '';
  return said === '' || (typeof problem === 'string' && isPlainProblem(problem)) ? text : `${text} (${said})`;
}

/** Returns the command that fixes a hub's problem, and its title. */
export function fixCommand(error: unknown): readonly [command: string, title: string] {
  const problem = error instanceof StoreError ? error.data.problem : undefined;
  return problem === 'password' || problem === 'login'
    ? ['historyStore.enterHubPassword', l10n.t('Enter Password…')]
    : ['historyStore.setUpHub', l10n.t('Set Up Hub…')];
}

/** Converts a hub's error to one in the editor's language. */
export const readableHubError = (error: unknown): unknown =>
  error instanceof StoreError
    ? new StoreError('storage', hubErrorText(error), error.data, { cause: error })
    : error;

function problemText(problem: string, hub: string): string | undefined {
  switch (problem) {
    case 'certificate':
      return l10n.t(
        'Unknown certificate: nobody known to this machine signed that of {0}. Look at it in Set Up Hub.',
        hub,
      );
    case 'certificateHost':
      return l10n.t('Certificate of another server: {0}. Use the name it is for in the address.', hub);
    case 'tls':
      return l10n.t(
        'No encryption at {0}. If you trust the network, add sslmode=disable to the address.',
        hub,
      );
    case 'password':
      return l10n.t('No password is known for {0}. Enter it again.', hub);
    case 'login':
      return l10n.t('Wrong user or password for {0}. Enter the password again, or set up the hub anew.', hub);
    case 'database':
      return l10n.t('No such database: {0}. Create it, or name another.', hub);
    case 'rights':
      return l10n.t(
        'You aren’t allowed to do this in {0}. Ask an owner of the project, or who runs the database.',
        hub,
      );
    case 'schema':
      return l10n.t('Not set up as a hub yet: {0}. Use Set Up Hub, or ask who runs it.', hub);
    case 'engine':
      return l10n.t('Not a database for a hub: {0}. A hub takes PostgreSQL 14 or newer.', hub);
    case 'unreachable':
      return l10n.t('Can’t reach {0}. Nothing is lost; it continues when the hub answers.', hub);
    case 'held':
      return l10n.t(
        'No answer from {0} in time: another connection may hold the project. Nothing is lost; it tries again.',
        hub,
      );
    case 'stranger':
    case 'outside':
      return l10n.t('You aren’t a member of this project in the hub. Ask one of its owners to invite you.');
    case 'none':
      return l10n.t('No hub is set up for this folder. Use Set Up Hub.');
    case 'busy':
      return l10n.t('Another program is exchanging with the hub. Try again in a moment.');
    default:
      return addressText(problem);
  }
}

/** Explains what is wrong with an address. */
function addressText(problem: string): string | undefined {
  switch (problem) {
    case 'addressForm':
      return l10n.t('Not an address of a hub. It looks like {0}', exampleAddress);
    case 'addressHost':
      return l10n.t('The address names no host. It looks like {0}', exampleAddress);
    case 'addressUser':
      return l10n.t('The address names no user, by which others know you. It looks like {0}', exampleAddress);
    case 'addressDatabase':
      return l10n.t('The address names no database. It looks like {0}', exampleAddress);
    case 'addressPercent':
      return l10n.t('A % in the address begins no character. Write % itself as %25.');
    case 'addressMode':
      return l10n.t('sslmode can be verify-full, verify-ca, require, no-verify or disable.');
    default:
      return undefined;
  }
}

/** An example of a hub's address. */
export const exampleAddress = 'postgresql://ann@db.example.com/history';
