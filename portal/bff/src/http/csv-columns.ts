import { z } from 'zod';

/**
 * A column for each value of an item, in the contract's order: those of an object as `resources.cpu`. Lists of objects, such as
 * the runs of a machine, have no place in one row and are left out.
 */
export function csvColumns(item: z.ZodType, name = ''): string[] {
  const schema = present(item);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) =>
      csvColumns(part as z.ZodType, name ? `${name}.${key}` : key),
    );
  const isListOfObjects = schema instanceof z.ZodArray && present(schema.element) instanceof z.ZodObject;
  return isListOfObjects ? [] : [name];
}

/** The schema of what may be null or left out, where it is there. */
function present(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? present(schema.unwrap())
    : schema;
}
