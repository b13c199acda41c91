import { fieldsOf, listOf, textOf, type Field } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

/** A step of an agent's to-do list. */
export interface PlanItem {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

/** State of a list, for continuing it later. */
export interface PlanState {
  readonly items: readonly PlanItem[];
  readonly tasks: readonly (readonly [number: string, item: PlanItem])[];
}

/** The agent's to-do list, as changed by calls of its tools. */
export class Plan {
  #items: readonly PlanItem[];
  /** By the tool's numbers, for tools that create and change single steps. */
  readonly #tasks: Map<string, PlanItem>;

  constructor({ items, tasks }: PlanState = { items: [], tasks: [] }) {
    this.#items = items;
    this.#tasks = new Map(tasks);
  }

  get state(): PlanState {
    return { items: this.#items, tasks: [...this.#tasks] };
  }

  get items(): readonly PlanItem[] {
    return this.#tasks.size > 0 ? [...this.#tasks.values()] : this.#items;
  }

  /** Applies a call's changes; returns whether it concerned the plan. */
  apply(call: ToolCall): boolean {
    const { name, args } = call;
    if (call.status === 'error') return false;
    if (/^task_?create$/i.test(name)) return this.#create(call);
    if (/^task_?update$/i.test(name)) return this.#update(args);
    const given = /todo|plan/i.test(name) ? [args.todos, args.plan, args.items, args.steps] : [];
    const lists = given.map(listOf).filter((list) => list.length > 0);
    const items = lists.flat().flatMap(itemOf);
    const progress = textOf(args.task_progress) ?? (/todo/i.test(name) ? textOf(args.todos) : undefined);
    const read = items.length > 0 ? items : progress === undefined ? [] : checklistIn(progress);
    if (read.length > 0) this.#items = read;
    return read.length > 0;
  }

  #create({ args, result }: ToolCall): boolean {
    const text = textOf(args.subject) ?? textOf(args.description);
    const [, number] = /#(\d+)/.exec(JSON.stringify(result ?? '')) ?? [];
    if (text === undefined) return false;
    this.#tasks.set(number ?? String(this.#tasks.size + 1), { text, state: 'open' });
    return true;
  }

  #update({ taskId, status, subject }: ToolCall['args']): boolean {
    const id = typeof taskId === 'number' ? String(taskId) : (textOf(taskId) ?? '');
    const known = this.#tasks.get(id);
    if (!known) return false;
    if (status === 'deleted') this.#tasks.delete(id);
    else this.#tasks.set(id, { text: textOf(subject) ?? known.text, state: stateOf(status) ?? known.state });
    return true;
  }
}

function itemOf(field: Field): PlanItem[] {
  const { content, step, text, description, title, status, state, done, completed } = fieldsOf(field);
  const said = [content, step, text, title, description].map(textOf).find((part) => part !== undefined);
  if (said === undefined) return [];
  const isDone = done === true || completed === true;
  return [{ text: said, state: isDone ? 'done' : (stateOf(status ?? state) ?? 'open') }];
}

function stateOf(field: Field): PlanItem['state'] | undefined {
  const said = textOf(field)?.toLowerCase().replace(/[-_ ]/g, '');
  if (said === undefined) return undefined;
  if (/^(?:completed?|done|finished|cancell?ed)$/.test(said)) return 'done';
  return /^(?:inprogress|doing|active|running)$/.test(said) ? 'doing' : 'open';
}

/** Parses the steps of a Markdown list with checkboxes. */
const checklistIn = (text: string): PlanItem[] =>
  [...text.matchAll(/^\s*[-*]\s*\[([ xX~>-])\]\s*(.+)$/gm)].map(([, box = ' ', said = '']) => ({
    text: said.trim(),
    state: /x/i.test(box) ? 'done' : box === ' ' ? 'open' : 'doing',
  }));
