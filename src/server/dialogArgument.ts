import * as z from 'zod';

/** The argument that names a dialog; the empty name means `default`. */
export const dialog = z.string().transform((name) => name || 'default');
