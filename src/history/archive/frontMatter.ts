import { defined, isObject } from '../../disk/base/core.ts';
import { timeOf } from '../../agents/reading/fields.ts';
import { agents } from '../../agents/agents.ts';
import { encodeLine } from './text.ts';
import { recoveredStates, type ArchiveInfo } from './types.ts';

export const fence = '---';
const version = 1;
/** Keys of an archive's front matter, in order. Its name and path are the file's. */
const keys = [
  'session',
  'agent',
  'assistantName',
  'title',
  'project',
  'branch',
  'automated',
  'recovered',
  'started',
  'updated',
  'archived',
  'messages',
  'user',
  'assistant',
  'subagents',
  'part',
  'previous',
  'raw',
  'rawBefore',
  'event',
  'trigger',
  'open',
  'digest',
  'unreadable',
  'rewound',
  'secrets',
  'fetchedFrom',
  'version',
  'unknown',
] as const satisfies readonly (keyof ArchiveInfo)[];

const optionalKeys = [
  'assistantName',
  'project',
  'branch',
  'previous',
  'raw',
  'event',
  'trigger',
  'open',
  'digest',
  'fetchedFrom',
  'version',
] as const;

/**
 * Formats the beginning of an archive, up to its first message: YAML front matter, title, link to the previous part.
 */
export function writeHead(info: Omit<ArchiveInfo, 'name' | 'path'>): string {
  const lines = keys.flatMap((key) =>
    info[key] === undefined ? [] : `${key}: ${JSON.stringify(info[key])}`,
  );
  const { part, previous } = info;
  const link =
    previous === undefined
      ? []
      : [`Part ${part}. Before it: [${previous}](${encodeURIComponent(previous)}.md)`, ''];
  return [fence, `v: ${version}`, ...lines, fence, '', `# ${encodeLine(info.title)}`, '', ...link, ''].join(
    '\n',
  );
}

/** Parses the front matter at the beginning of `text`; undefined if there is none or fields are missing. */
export function readHead(text: string): Omit<ArchiveInfo, 'name' | 'path'> | undefined {
  const lines = text.split(/\r?\n/, 100);
  const end = lines.indexOf(fence, 1);
  if (lines[0] !== fence || end === -1) return undefined;
  return infoOf(new Map(lines.slice(1, end).map(readField)));
}

/** Builds an archive's head from its fields; undefined if required ones are missing. */
export function infoOf(fields: ReadonlyMap<string, unknown>): Omit<ArchiveInfo, 'name' | 'path'> | undefined {
  const string = (key: string): string | undefined => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const count = (key: string): number | undefined => {
    const value = fields.get(key);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  const raws = fields.get('rawBefore');
  const rawBefore = Array.isArray(raws) ? raws.filter((path) => typeof path === 'string') : [];
  const head = headOf(string, count);
  return (
    head && {
      ...head,
      ...(fields.get('automated') === true && { automated: true }),
      ...defined({ recovered: recoveredStates.find((state) => state === fields.get('recovered')) }),
      ...(rawBefore.length > 0 && { rawBefore }),
      ...unknownIn(fields.get('unknown')),
    }
  );
}

/** Returns the counts of unknown kinds. */
function unknownIn(value: unknown): Pick<ArchiveInfo, 'unknown'> {
  const counts = Object.entries(isObject(value) ? value : {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isSafeInteger(entry[1]),
  );
  return counts.length === 0 ? {} : { unknown: Object.fromEntries(counts) };
}

function headOf(
  string: (key: string) => string | undefined,
  count: (key: string) => number | undefined,
): Omit<ArchiveInfo, 'name' | 'path'> | undefined {
  const session = string('session');
  const time = (key: string): string | undefined => timeOf(string(key));
  const archived = time('archived');
  const messages = count('messages');
  const part = count('part');
  if (session === undefined || archived === undefined || messages === undefined || !part) return undefined;
  const subagents = count('subagents');
  const secrets = count('secrets');
  const agent = [...agents, 'history' as const].find((known) => known === string('agent'));
  return {
    session,
    ...(agent && { agent }),
    title: string('title') ?? session,
    started: time('started') ?? archived,
    updated: time('updated') ?? archived,
    archived,
    ...optionalOf(string),
    messages,
    user: count('user') ?? 0,
    assistant: count('assistant') ?? 0,
    ...defined({ subagents }),
    part,
    unreadable: count('unreadable') ?? 0,
    rewound: count('rewound') ?? 0,
    ...defined({ secrets }),
  };
}

function optionalOf(string: (key: string) => string | undefined) {
  const found: Partial<Record<(typeof optionalKeys)[number], string>> = {};
  for (const key of optionalKeys) {
    const value = string(key);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

/** Parses a line `key: value`; the value is JSON, or as edited by people or formatters: single-quoted or plain. */
function readField(line: string): [string, unknown] {
  const colon = line.indexOf(':');
  const text = line.slice(colon + 1).trim();
  try {
    return [line.slice(0, colon), JSON.parse(text)];
  } catch {
    const quoted = /^'(.*)'$/s.exec(text)?.[1]?.replaceAll("''", "'");
    return [line.slice(0, colon), quoted ?? text];
  }
}
