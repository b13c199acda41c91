import { readFile } from 'node:fs/promises';

/** A question with the turns that answer it. */
export interface Question {
  readonly text: string;
  /** 1 several turns, 2 about time, 3 open, 4 one turn. */
  readonly category: number;
  /** Ids of turns. */
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
  /** The session of each turn, by ids. */
  readonly sessionOf: ReadonlyMap<string, number>;
  readonly questions: readonly Question[];
}

export interface Turn {
  readonly id: string;
  readonly text: string;
  readonly ts: number;
}

interface WrittenTurn {
  id: string;
  speaker: string;
  text?: string;
  caption?: string;
}

interface File {
  conversations: {
    id: string;
    sessions: { date: string; turns: WrittenTurn[] }[];
    qa: { question: string; category: number; evidence: string[] }[];
  }[];
}

/** Reads conversations between two people, with questions of the categories 1 to 4 about them. */
export async function readConversations(file: string): Promise<Conversation[]> {
  const { conversations } = JSON.parse(await readFile(file, 'utf8')) as File;
  return conversations.map(({ id, sessions, qa }) => {
    const turns = sessions.flatMap(({ date, turns }) =>
      turns.map((turn, n) => ({ id: turn.id, text: textOf(turn), ts: timeOf(date) + n * 1_000 })),
    );
    const ids = new Set(turns.map((turn) => turn.id));
    const questions = qa.map(({ question, category, evidence }) => ({
      text: question,
      category,
      evidence: idsIn(evidence).filter((one) => ids.has(one)),
    }));
    return {
      id,
      turns,
      sessionOf: new Map(sessions.flatMap(({ turns }, n) => turns.map((turn) => [turn.id, n] as const))),
      questions: questions.filter((one) => one.category >= 1 && one.category <= 4 && one.evidence.length > 0),
    };
  });
}

const textOf = ({ speaker, text = '', caption }: WrittenTurn): string =>
  `${speaker}: ${text}${caption === undefined ? '' : ` [image: ${caption}]`}`;

/** Some name several turns in one string. */
const idsIn = (evidence: readonly string[]): string[] => [
  ...new Set(evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? [])),
];

/** `1:56 pm on 8 May, 2023`, taken as UTC. */
function timeOf(date: string): number {
  const [, hour, minute, half, day] = /(\d+):(\d+) (am|pm) on (.+)/.exec(date) ?? [];
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return Date.parse(`${day} UTC`) + (hours * 60 + Number(minute)) * 60_000;
}
