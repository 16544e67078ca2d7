import type { FieldChange } from './plan.ts'

/** New names of an entity's fields by old ones. */
export type Names = ReadonlyMap<string, string>

export function namesOf(changes: readonly FieldChange[]): Names {
  return new Map(changes.flatMap((change) => (change.kind === 'rename' ? [[change.from, change.fieldname]] : [])))
}
