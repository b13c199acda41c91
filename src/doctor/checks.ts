import { agentsCheck } from './agents.ts';
import { archivesCheck } from './archives.ts';
import { indexCheck } from './derived.ts';
import { diskCheck } from './disk.ts';
import { settingsCheck } from './editorSettings.ts';
import { environmentCheck } from './environment.ts';
import { filesCheck } from './files.ts';
import { historyCheck } from './history.ts';
import { hubCheck } from './hub.ts';
import { hookCheck } from './hook.ts';
import { locksCheck } from './locks.ts';
import { serverCheck } from './server.ts';
import { sessionsCheck } from './sessions.ts';
import { sharingCheck } from './sharing.ts';
import type { Check } from './types.ts';
import { unfinishedCheck } from './unfinished.ts';
import { versionsCheck } from './versions.ts';

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  historyCheck,
  filesCheck,
  unfinishedCheck,
  locksCheck,
  diskCheck,
  indexCheck,
  sharingCheck,
  hubCheck,
  archivesCheck,
  sessionsCheck,
  serverCheck,
  hookCheck,
  agentsCheck,
  settingsCheck,
  environmentCheck,
  versionsCheck,
];
