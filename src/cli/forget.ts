import { systemClock } from '../disk/base/context.ts';
import { StoreError } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import type { Say } from '../disk/base/texts.ts';
import { parseItemReference, parseReference } from '../find/search/reference.ts';
import type { Unwanted } from '../history/secretScan/forgetting.ts';
import { forget, type ForgetReceipt } from '../store/forget.ts';
import { entriesAround } from '../store/references.ts';
import { storePlace, type CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

export interface ForgetArguments {
  /** A reference, or a session as `resume` takes it. */
  readonly what?: string;
  readonly about?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** `forget`: JSON `{forgotten, files, copies, left: [{file, reason}], agents, inGit, inHub}`. */
export async function forgetForGood(
  project: CliProject,
  { what, about, dryRun, yes, json }: ForgetArguments,
  { say, log, confirm, write }: Terminal,
): Promise<CommandResult> {
  const unwanted = await unwantedIn(project, what, about);
  const { base, options } = storePlace(project.root, log);
  const context = { machine: thisMachine(), clock: systemClock, log, store: { ...options, evenOff: true } };
  const run = (isDry: boolean) => forget(base, unwanted, { ...context, dryRun: isDry });
  const planned = dryRun || !yes ? await run(true) : undefined;
  if (planned && (dryRun || !(await isWanted())))
    return { json: { forgotten: false, ...planned }, text: receiptText(planned, false, say) };
  const receipt = await run(false);
  return {
    json: { forgotten: true, ...receipt },
    text: receiptText(receipt, true, say),
    failed: receipt.left.length > 0,
  };

  async function isWanted(): Promise<boolean> {
    if (!confirm || json)
      throw new StoreError(
        'invalid_argument',
        'Forgetting cannot be undone. Look with --dry-run, then repeat it with --yes.',
      );
    if (planned) await write(`${receiptText(planned, false, say)}\n\n`);
    return confirm('Forget it everywhere? This cannot be undone. ', 'no');
  }
}

async function unwantedIn(project: CliProject, what = '', about = ''): Promise<Unwanted> {
  if ((what === '') === (about === ''))
    throw new StoreError(
      'invalid_argument',
      'Name what to forget: a reference that search shows, a session, or words with --about.',
    );
  if (about !== '') return { kind: 'about', text: about };
  const reference = parseReference(what);
  if (reference !== undefined) {
    const [entry] = await entriesAround(project, reference, 1);
    return { kind: 'text', text: entry?.text ?? '' };
  }
  const item = parseItemReference(what);
  const session = item?.source === 'sessions' ? item.name : what;
  const { sessionId } = await project.store.sessions.find(project.workspace, session);
  return { kind: 'session', text: sessionId };
}

function receiptText(receipt: ForgetReceipt, isDone: boolean, say: Say): string {
  const { files, copies, left, agents, inGit, inHub } = receipt;
  const counted = many(say, files.length, 'file');
  const copied = many(say, copies.length, 'file');
  const lines = [
    isDone
      ? say(
          'Forgotten in {0} of the history and {1} of its second copy. Nothing brings it back.',
          counted,
          copied,
        )
      : say('It is in {0} of the history and {1} of its second copy; nothing was changed.', counted, copied),
    ...files.map((file) => `  ${file}`),
    ...left.map(({ file, reason }) => say('Left as it was: {0} ({1})', file, reason)),
  ];
  const still = [
    ...agents.map((path) => say('the agent’s own file {0}', path)),
    ...(inGit
      ? [say('earlier commits of this repository: commit the change, and rewrite them if it must go')]
      : []),
    ...(inHub ? [say('the hub and other machines, until each has exchanged; what colleagues fetched')] : []),
    say('exported files, and backups of the disk'),
  ];
  return [...lines, say('Where it may still be:'), ...still.map((each) => `  ${each}`)].join('\n');
}
