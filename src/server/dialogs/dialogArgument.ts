import * as z from 'zod';
import { maxNameLength } from '../../store/base/limits.ts';

/** The argument that names a dialog; the empty name means `default`. */
export const dialog = z
  .string()
  .meta({ maxLength: maxNameLength })
  .transform((name) => name || 'default');
