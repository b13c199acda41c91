import { seeded } from '../../seeded.ts';
import { claude, sessionId, type ClaudeTranscript } from './claudeLines.ts';
import { codex, codexId, type CodexRollout } from './codexLines.ts';

/** A transcript that a random sequence of what an agent does has made. */
export interface Talk {
  /** Path below the folder of a machine's agents. */
  readonly path: string;
  readonly agent: string;
  readonly text: string;
}

type Random = () => number;
type Act = (at: ClaudeTalk) => void;

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** A session of Claude Code in progress. */
class ClaudeTalk {
  readonly random: Random;
  readonly lines: ClaudeTranscript = claude();
  /** Texts put between the lines: torn lines, and none where records are glued. */
  readonly ends: string[] = [];
  answers = 0;
  prompts: { readonly uuid: string; readonly parent: string | null }[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  get last(): string | null {
    const { uuid = null } = (this.lines.lines.findLast(({ uuid: own }) => own !== undefined) ?? {}) as {
      uuid?: string | null;
    };
    return uuid;
  }

  words(): string {
    const words = [
      'kiwi',
      'the login fails',
      '四舍五入',
      'ok',
      'npm test',
      'quokka',
      'done',
      'see src/app.ts',
    ];
    return `${pick(this.random, words)} ${pick(this.random, words)} ${this.lines.lines.length}`;
  }

  prompt(parent: string | null = this.last): void {
    const uuid = `p${this.lines.lines.length}`;
    this.prompts.push({ uuid, parent });
    this.lines.user(this.words(), { uuid, parentUuid: parent });
  }
}

const acts: readonly (readonly [weight: number, act: Act])[] = [
  [6, (at) => at.prompt()],
  [8, (at) => void at.lines.answer(`m${++at.answers}`, at.words())],
  [
    8,
    ({ lines, random, ...at }) => {
      const id = `m${random()}`;
      lines.answer(id, { type: 'thinking', thinking: 'Which file?' });
      const calls = random() < 0.3 ? 2 : 1;
      const names = Array.from({ length: calls }, (_, n) => `t${lines.lines.length}-${n}`);
      for (const name of names)
        lines.use(id, name, pick(random, ['Edit', 'Bash']), {
          file_path: `/code/shop/src/${Math.floor(random() * 20)}.ts`,
          command: 'npm test',
          old_string: 'a',
          new_string: 'b',
        });
      void at;
      for (const name of names) {
        if (random() < 0.1) continue;
        const failed = random() < 0.3;
        lines.result(name, failed ? `Error: ${lines.lines.length} failed` : 'ok', { is_error: failed });
      }
    },
  ],
  [1, (at) => void at.lines.line('system', { subtype: 'turn_duration', parentUuid: at.last })],
  [1, (at) => void at.lines.aside({ type: 'custom-title', customTitle: at.words() })],
  [
    1,
    (at) => {
      at.prompt(pick(at.random, at.prompts.slice(-3)).parent);
    },
  ],
  [
    1,
    (at) => {
      const content = at.words();
      at.lines.aside({ type: 'queue-operation', operation: 'enqueue', content });
      at.lines.answer(`m${++at.answers}`, at.words());
      if (at.random() < 0.5) {
        at.lines.aside({ type: 'queue-operation', operation: 'dequeue' });
        at.lines.user(content);
      } else {
        at.lines.aside({ type: 'queue-operation', operation: 'remove' });
        const attachment = { type: 'queued_command', prompt: content, commandMode: 'prompt' };
        if (at.random() < 0.7) at.lines.line('attachment', { attachment });
      }
    },
  ],
  [
    1,
    (at) => {
      const last = at.last;
      const metadata = { trigger: 'auto' };
      at.lines.line('system', {
        subtype: 'compact_boundary',
        parentUuid: null,
        logicalParentUuid: last,
        compactMetadata: metadata,
      });
      if (at.random() < 0.8) at.lines.user('The summary so far', { isCompactSummary: true });
    },
  ],
  [
    0.5,
    (at) => {
      // A session that was resumed has some of its lines twice.
      const again = at.lines.lines.slice(-Math.ceil(at.random() * 4));
      for (const line of again) at.lines.aside(line);
    },
  ],
  [0.5, (at) => void at.lines.user('[Request interrupted by user]')],
  [
    0.5,
    (at) => {
      const id = `late${at.lines.lines.length}`;
      at.lines.answer(id, at.words());
      at.prompt();
      at.lines.answer(id, at.words());
    },
  ],
];

/** Makes a session of Claude Code of so many acts; `calm` leaves out all but prompts, answers and calls. */
export function claudeTalk(seed: number, count: number, calm = false): Talk {
  const random = seeded(seed);
  const at = new ClaudeTalk(random);
  const chosen = calm ? acts.slice(0, 4) : acts;
  const total = chosen.reduce((sum, [weight]) => sum + weight, 0);
  at.prompt(null);
  for (let n = 0; n < count; n++) {
    let left = random() * total;
    const [, act] = chosen.find(([weight]) => (left -= weight) < 0) ?? chosen[0]!;
    act(at);
  }
  const text = at.lines.lines.map((line) => `${JSON.stringify(line)}${endOf(random, calm)}`).join('');
  return { agent: 'claude', path: `.claude/projects/-code-shop/${sessionId}.jsonl`, text };
}

type CodexAct = (rollout: CodexRollout, random: Random, calls: string[]) => unknown;

const codexWords = (rollout: CodexRollout, random: Random): string =>
  `${pick(random, ['kiwi', 'the login fails', '四舍五入', 'quokka'])} ${rollout.lines.length}`;

/** A text in both accounts, in either order, or in one of them. */
function inBoth(random: Random, item: () => unknown, event: () => unknown): void {
  const kind = random();
  if (kind < 0.5) event();
  if (kind < 0.95) item();
  if (kind >= 0.5) event();
}

const codexActs: readonly (readonly [weight: number, act: CodexAct])[] = [
  [
    5,
    (rollout, random) => {
      const text = codexWords(rollout, random);
      if (random() < 0.7) rollout.turn({ turn_id: `turn-${rollout.lines.length}` });
      inBoth(
        random,
        () => rollout.user(text),
        () => rollout.event('user_message', { message: text }),
      );
    },
  ],
  [
    6,
    (rollout, random) => {
      const text = codexWords(rollout, random);
      if (random() < 0.4) rollout.event('agent_reasoning', { text: 'Which file?' });
      inBoth(
        random,
        () => rollout.assistant(text),
        () => rollout.event('agent_message', { message: text }),
      );
      if (random() < 0.3)
        rollout.event('token_count', { info: { last_token_usage: { input_tokens: 9, output_tokens: 1 } } });
    },
  ],
  [
    6,
    (rollout, random, calls) => {
      const id = `c${rollout.lines.length}`;
      rollout.call(id, 'shell', { command: ['bash', '-lc', `npm test ${rollout.lines.length}`] });
      if (random() < 0.5)
        rollout.event('exec_command_end', {
          call_id: id,
          command: ['npm'],
          stdout: '',
          stderr: '',
          exit_code: 1,
        });
      if (random() < 0.2) calls.push(id);
      else rollout.output(id, `Error: ${rollout.lines.length} failed`);
    },
  ],
  [1, (rollout, _, calls) => calls.splice(0).forEach((id) => rollout.output(id, 'late Error: failed'))],
  [
    0.7,
    (rollout, random) => rollout.event('thread_rolled_back', { num_turns: 1 + Math.floor(random() * 2) }),
  ],
  [
    0.7,
    (rollout, random) => {
      const text = codexWords(rollout, random);
      rollout.assistant(text);
      if (random() < 0.5) rollout.event('agent_message', { message: text });
      rollout.line('compacted', { message: random() < 0.7 ? `Summary:\n${text}` : 'Another' });
    },
  ],
  [0.5, (rollout) => rollout.event('warning', { message: 'slow' })],
  [0.5, (rollout) => rollout.event('thread_name_updated', { thread_name: 'Named' })],
];

/** Makes a rollout of Codex of so many acts; `calm` leaves out all but prompts, answers and calls. */
export function codexTalk(seed: number, count: number, calm = false): Talk {
  const random = seeded(seed);
  const rollout = codex().meta();
  const calls: string[] = [];
  const chosen = calm ? codexActs.slice(0, 3) : codexActs;
  const total = chosen.reduce((sum, [weight]) => sum + weight, 0);
  for (let n = 0; n < count; n++) {
    let left = random() * total;
    const [, act] = chosen.find(([weight]) => (left -= weight) < 0) ?? chosen[0]!;
    act(rollout, random, calls);
  }
  const isNumbered = seed % 2 === 0;
  const text = rollout.lines
    .map((line, n) => `${JSON.stringify(isNumbered ? { ordinal: n, ...line } : line)}${endOf(random, calm)}`)
    .join('');
  const name = `rollout-2026-01-15T09-30-00-${codexId}.jsonl`;
  return { agent: 'codex', path: `.codex/sessions/2026/01/15/${name}`, text };
}

/** What stands behind a line: sometimes no line end, or one that was torn. */
function endOf(random: Random, calm: boolean): string {
  const kind = calm ? 1 : random();
  if (kind < 0.01) return '';
  return kind < 0.02 ? '\n{"parentUuid":"torn","ty\n' : '\n';
}
