import { historyFolder } from '../disk/files/projectHistory.ts';
import { isoTime } from '../disk/base/core.ts';
import { foreignFileNow } from '../disk/files/foreign.ts';
import { secretsOf } from '../disk/context.ts';
import { agentNameOf } from '../agents/agents.ts';
import { fileChunks } from '../agents/reading/whole.ts';
import type { SessionInfo } from '../history/sessions/types.ts';
import type { CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

/** A secret in agents' own files. */
interface Billed {
  /** Its beginning and end, too little to use it. */
  readonly shown: string;
  readonly files: string[];
  readonly agents: Set<string>;
  /** Start of the first session that has it, milliseconds. */
  since: number;
}

/**
 * `secrets`: JSON `{secrets: [{secret, shown, files, agents, since}], read, unread}`; what agents' own files of the
 * project hold that is to be replaced. Changes nothing.
 */
export async function listSecrets(
  { root, store, workspace }: CliProject,
  _options: object,
  { say, bold, dim, log, progress }: Terminal,
): Promise<CommandResult> {
  const { sessions } = await store.sessions.list(workspace, { includeCurrent: true });
  const own = sessions.filter(({ path }) => !path.startsWith(store.folder));
  const files = own.filter(({ path }) => foreignFileNow(path) !== undefined);
  const secrets = secretsOf(historyFolder(root), { log, envFolders: () => workspace.folders });
  const bill = new Map<string, Billed>();
  for (const [n, session] of files.entries()) {
    progress(say('Reading {0} …', many(say, files.length - n, 'session')));
    const { seen } = await secrets.counted(async () => {
      for await (const _ of secrets.chunks(fileChunks(session.path)));
    });
    for (const [mask, shown] of seen) if (mask.startsWith('[secret: ')) add(bill, mask, shown, session);
  }
  progress('');
  const found = [...bill].sort(([, a], [, b]) => a.since - b.since);
  const read = say('{0} read.', many(say, files.length, 'session'));
  const unread = own.length - files.length;
  const more =
    unread === 0 ? [] : [say('Not read, as they are in databases: {0}.', many(say, unread, 'session'))];
  const lines = found.map(
    ([mask, { shown, files: all, agents, since }]) =>
      `${bold(mask.slice('[secret: '.length, -1))} ${shown} ${dim(say('in {0} since {1} ({2})', many(say, all.length, 'file'), isoTime(since).slice(0, 10), [...agents].join(', ')))}`,
  );
  const advice =
    found.length === 0
      ? say('No secrets found in the agents’ own files.')
      : say('Replace them where they are used: agents and their providers have had them.');
  return {
    json: {
      secrets: found.map(([mask, { shown, files: all, agents, since }]) => ({
        ...{ secret: mask, shown, files: all, agents: [...agents], since: isoTime(since) },
      })),
      ...{ read: files.length, unread },
    },
    text: [...lines, advice, [read, ...more].join(' ')].join('\n'),
  };
}

function add(bill: Map<string, Billed>, mask: string, shown: string, session: SessionInfo): void {
  const { path, source, startedAt } = session;
  const known = bill.get(mask) ?? { shown, files: [], agents: new Set(), since: startedAt };
  known.files.push(path);
  known.agents.add(agentNameOf(source));
  known.since = Math.min(known.since, startedAt);
  bill.set(mask, known);
}
