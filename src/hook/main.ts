// The program that agents run as a hook, before and after they compact. It always exits 0 and prints nothing on
// standard output: an exit code of 2 would keep the agent from compacting, and output would become instructions.
//   hook.js                                    reads what the agent tells from standard input
//   hook.js archive <transcript> [--root DIR]  archives a transcript, for a person; tells how it went
// Both take --assistant-name NAME: what headings of archives call the agent.
import { runHookProgram } from './program.ts';

void runHookProgram(process.argv.slice(2));
