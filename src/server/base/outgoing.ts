import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { wellFormed } from '../../disk/text/wellFormed.ts';
import { plainErrors } from './plainErrors.ts';

/** Cleans an outgoing message: plain errors, and no half surrogate pairs. Every transport sends through this. */
export const outgoing = (message: JSONRPCMessage): JSONRPCMessage => wellFormed(plainErrors(message));
