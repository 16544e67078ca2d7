import { compileExpression, replaceNames } from '@tavla/expressions'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { conditionNames } from '../expressions/transitions.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { FieldChange } from './plan.ts'
import { raiseVersion } from './raise-version.ts'
import { reloadDefinitions } from './reload.ts'
import { holderOf } from './rename-in-expressions.ts'
import { type Names, namesOf } from './renamed-names.ts'

/**
 * The transitions of the same definition with the new names; a text that the caller changed has them already. Rows that
 * were not sent are those that are stored, so that copies are changed.
 */
export function renamedTransitions(
  engine: Engine,
  model: Model,
  before: readonly StoredRow[],
  rows: readonly StoredRow[],
  changes: readonly FieldChange[],
): StoredRow[] {
  const names = namesOf(changes)
  if (names.size === 0) return [...rows]
  const old = new Map(before.map((row) => [row.id ?? null, row]))
  return rows.map((row) => {
    const was = old.get(row.id ?? null)
    const { ask_fields: asked, condition } = row
    const hasAsked = typeof asked === 'string' && asked === was?.ask_fields
    const hasCondition = typeof condition === 'string' && condition === was?.condition
    return {
      ...row,
      ...(hasAsked && { ask_fields: renamedLines(asked, names) }),
      ...(hasCondition && { condition: renamedCondition(engine, model, condition, model, names) }),
    }
  })
}

const renamedLines = (text: string, names: Names): string =>
  text
    .split('\n')
    .map((line) => names.get(line.trim()) ?? line)
    .join('\n')

/** Puts the new names of a child entity's fields into the conditions of the records that have its rows. */
export async function renameInOtherTransitions(engine: Engine, tx: Tx, model: Model, names: Names): Promise<void> {
  if (model.kind !== 'Table') return
  const child = engine.models.require('Entity Transition')
  const condition = child.stored.filter(({ name }) => name === 'condition')
  const rows = engine.rows(child)
  let isRenamed = false
  for (const owner of new Set(engine.models.parentsOf(model.id).map((one) => one.model))) {
    for (const { id, condition: text } of owner.definition.transitions ?? []) {
      const renamed = text && renamedCondition(engine, owner, text, model, names)
      const row = renamed === text ? undefined : await rows.byId(tx, String(id))
      if (!row || !renamed) continue
      await rows.update(tx, row.rid, { ...row, condition: renamed }, condition)
      await raiseVersion(engine, tx, owner.id)
      isRenamed = true
    }
  }
  if (isRenamed) await reloadDefinitions(engine, tx)
}

/** A condition of `owner` with the new names of fields of `model`; one that does not stand anymore names nothing. */
export function renamedCondition(engine: Engine, owner: Model, text: string, model: Model, names: Names): string {
  if (names.size === 0) return text
  const known = conditionNames(owner, (entity) => engine.models.get(entity))
  const wordOf = (path: string) => {
    const isIts = holderOf(engine, owner, undefined, path) === model.id
    return isIts ? names.get(path.split('.').at(-1) ?? '') : undefined
  }
  try {
    return replaceNames(compileExpression(text, known, 'bool'), wordOf)
  } catch {
    return text
  }
}
