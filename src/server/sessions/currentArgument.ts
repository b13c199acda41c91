import * as z from 'zod';

/** The argument that asks for the chat that calls, which is left out otherwise: its agent knows what was said in it. */
export const includeCurrent = z.boolean().meta({ description: 'Also this chat' }).exactOptional();
