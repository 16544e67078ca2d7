import { textOrNull } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'

export { settingsKind } from './settings-kind.ts'

/** Kinds that the program itself names; the others carry the flag `is_definition`. */
const namedKinds = ['Role', 'Role Profile']

/** The entities whose records are definitions, those that others need first. */
export function kindsOf(engine: Engine): Model[] {
  const flagged = [...engine.builtIns.values()].filter(({ is_definition }) => is_definition).map(({ id }) => id)
  return [...namedKinds, ...flagged.toSorted()].flatMap((id) => engine.models.get(id) ?? [])
}

/** True for a record that is a definition: its entity's filter lets it in. */
export const isCarried = ({ definition }: Model, row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(definition.is_definition?.where ?? {}).every(([name, values]) =>
    values.includes(textOrNull(row[name]) ?? ''),
  )

/** The fields that make two records of a kind the same one, where their ids differ. */
export function sameBy(engine: Engine, kind: string): readonly string[] {
  return engine.builtIns.get(kind)?.is_definition?.same_by ?? []
}
