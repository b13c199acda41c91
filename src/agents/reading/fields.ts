import { type JsonObject, type JsonValue, timeOfNumber } from '../../disk/base/core.ts';

/** A JSON field of unknown type. */
export type Field = JsonValue | undefined;

const none: JsonObject = {};

/** Returns the field if it is an object, neither null nor an array. */
export function objectOf(field: Field): JsonObject | undefined {
  return typeof field === 'object' && field !== null && !isList(field) ? field : undefined;
}

/** Returns the field if it is an object, else an empty one. */
export function fieldsOf(field: Field): JsonObject {
  return objectOf(field) ?? none;
}

/** Returns the items of an array; none for anything else. */
export function listOf(field: Field): readonly JsonValue[] {
  return isList(field) ? field : [];
}

/** Whether the field is an array. */
export function isList(field: Field): field is readonly JsonValue[] {
  return Array.isArray(field);
}

/** Returns the field if it is a non-empty string. */
export function textOf(field: Field): string | undefined {
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/** Returns the field if it is a finite number. */
export function numberOf(field: Field): number | undefined {
  return typeof field === 'number' && Number.isFinite(field) ? field : undefined;
}

/**
 * Matches the form most agents write, on days that every month has; returned without parsing, as lists read it 100,000
 * times.
 */
const isoUtc = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Returns a time as ISO 8601 in UTC, from ISO 8601 or milliseconds since 1970; undefined for anything else. */
export function timeOf(field: Field): string | undefined {
  if (typeof field !== 'string' && typeof field !== 'number') return undefined;
  if (typeof field === 'string' && isoUtc.test(field)) return field;
  const time = new Date(typeof field === 'number' ? (timeOfNumber(field) ?? NaN) : field);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
