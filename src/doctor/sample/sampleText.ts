import { agentNameOf } from '../../agents/agents.ts';
import type { Say, Text } from '../../disk/base/texts.ts';
import type { SessionSample } from './sample.ts';
import type { TableShape } from './tables.ts';

/** What a sample is of, in one sentence; `{0}` is the session. */
const states: Readonly<Record<SessionSample['state'], Text>> = {
  understood: 'Every record of {0} is understood.',
  unknown: 'Some records of {0} are of kinds that are not known:',
  silent: 'No message was found in {0}, which holds such records:',
  stranger: 'No agent is known that writes records like those of {0}:',
  tables: 'There are these tables in {0}, a database:',
  damaged: 'None of the records of {0} can be read: they are damaged.',
  binary: 'There are no records and no text in {0}.',
  text: 'There is text in {0}, and no records.',
  empty: 'There is nothing in {0}.',
};

/** Says how much of a session is understood. */
export function sampleSentence({ state, unreadable, records }: SessionSample, of: string, say: Say): string {
  const sentence = say(states[state], of);
  const holdsRecords = state === 'understood' || records.length > 0;
  if (unreadable === 0 || !holdsRecords) return sentence;
  return `${sentence} ${say('Lines that are no whole records: {0}.', unreadable)}`;
}

/** Whether there is a shape to show. */
export const hasShape = ({ records, tables }: SessionSample): boolean =>
  records.length > 0 || tables.length > 0;

/** Writes a sample as a document of Markdown that can be passed on: it names neither session nor folder. */
export function sampleDocument(sample: SessionSample, version: string, say: Say): string {
  const { agent, records, tables, kinds } = sample;
  const program = agent === undefined ? [] : [`${agentNameOf(agent)} ${sample.version ?? ''}`.trim()];
  const counts = Object.entries(kinds).map(([kind, count]) => `\`${kind}\` × ${count}`);
  const lines = [
    `# ${say('Shape of what is not understood')}`,
    [...program, `mcp-history-store ${version}`].join(', '),
    sampleSentence(sample, say('this session'), say),
    ...(counts.length > 0 ? [say('Not known: {0}', counts.join(', '))] : []),
    ...(tables.length > 0 ? [tables.map(tableLine).join('\n')] : []),
    ...records.map((record) => `\`\`\`json\n${JSON.stringify(record, undefined, 2)}\n\`\`\``),
    say(
      'Names of fields and their order are as they were. Texts, paths, ids and numbers are replaced by what they are and their length. Look it through before you pass it on.',
    ),
  ];
  return `${lines.join('\n\n')}\n`;
}

const tableLine = ({ table, columns, rows }: TableShape): string =>
  `- \`${table}\` (${columns.join(', ')})${rows === undefined ? '' : ` × ${rows}`}`;
