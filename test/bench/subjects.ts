import type { Subject } from './subject.ts';
import { copies } from './subjects/copies.ts';
import { growing } from './subjects/growing.ts';
import { hook } from './subjects/hook.ts';
import { lock } from './subjects/lock.ts';
import { markdown } from './subjects/markdown.ts';
import { memories } from './subjects/memories.ts';
import { names } from './subjects/names.ts';
import { read } from './subjects/read.ts';
import { save } from './subjects/save.ts';
import { search } from './subjects/search.ts';
import { secrets } from './subjects/secrets.ts';
import { sessions } from './subjects/sessions.ts';
import { start } from './subjects/start.ts';
import { writers } from './subjects/writers.ts';

/** All that is measured, in the order of the table. */
export const subjects: readonly Subject[] = [
  ...[start, save, writers, search, read, names],
  ...[sessions, growing, memories, hook, lock, secrets, markdown],
  copies,
];
