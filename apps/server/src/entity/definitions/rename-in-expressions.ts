import { compileExpression, replaceNames } from '@tavla/expressions'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { readFetch } from '../expressions/fetches.ts'
import { conditionKeys, type ExpressionKey, orphanSources, sourcesOf } from '../expressions/sources.ts'
import type { Field } from '../model/field.ts'
import { compileModel, type Model } from '../model/model.ts'
import { readRollup } from '../model/rollup.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { FieldChange } from './plan.ts'
import { raiseVersion } from './raise-version.ts'
import { reloadDefinitions } from './reload.ts'
import { rollupRewrites } from './rename-in-rollups.ts'
import { type Names, namesOf } from './renamed-names.ts'

/** A text of a definition in which a renamed field gets its new name. */
interface Rewrite {
  owner: Model
  field: Field
  key: ExpressionKey | 'fetch_from' | 'rollup'
  text: string
}

/** Keys of a field that name other fields. */
export const expressionKeys = [...conditionKeys, 'formula', 'fetch_from', 'rollup'] as const

/** Puts the new names into the expressions of the same definition; one that the caller changed has them already. */
export function renameInOwnExpressions(
  engine: Engine,
  model: Model,
  before: readonly StoredRow[],
  rows: readonly StoredRow[],
  changes: readonly FieldChange[],
): void {
  const names = namesOf(changes)
  const hasAny = (row: StoredRow) => expressionKeys.some((key) => row[key] != null)
  if (names.size === 0 || !rows.some(hasAny)) return
  const old = new Map(before.map((row) => [row.id ?? null, row]))
  const rowOf = new Map(rows.map((row) => [row.id ?? null, row]))
  for (const { owner, field, key, text } of rewritesOf(engine, model, names)) {
    const [row, was] = [rowOf.get(field.definition.id ?? null), old.get(field.definition.id ?? null)]
    if (owner.id === model.id && row && row[key] === was?.[key]) row[key] = text
  }
}

/** Puts the new names into the expressions of other definitions, which take effect after the commit. */
export async function renameInOtherExpressions(engine: Engine, tx: Tx, model: Model, names: Names): Promise<void> {
  const others = rewritesOf(engine, model, names).filter(({ owner }) => owner.id !== model.id)
  if (others.length === 0) return
  const fields = engine.models.require('Entity Field')
  const rows = engine.rows(fields)
  for (const { field, key, text } of others) {
    const row = await rows.byId(tx, String(field.definition.id))
    const changed = fields.stored.filter(({ name }) => name === key)
    if (row) await rows.update(tx, row.rid, { ...row, [key]: text }, changed)
  }
  for (const id of new Set(others.map(({ owner }) => owner.id))) await raiseVersion(engine, tx, id)
  await reloadDefinitions(engine, tx)
}

/** The other definitions that name renamed fields, as they will be. */
export function othersRenamed(engine: Engine, model: Model, names: Names): Map<string, Model> {
  const others = names.size === 0 ? [] : rewritesOf(engine, model, names).filter(({ owner }) => owner.id !== model.id)
  return new Map(
    [...Map.groupBy(others, ({ owner }) => owner)].map(([{ definition, table, version, id }, rewrites]) => {
      const fields = definition.fields.map((field) => {
        const own = rewrites.filter((one) => one.field.definition === field)
        return { ...field, ...Object.fromEntries(own.map(({ key, text }) => [key, definedBy(key, text)])) }
      })
      return [id, compileModel({ ...definition, fields }, table.name, version, engine.types)]
    }),
  )
}

const definedBy = (key: Rewrite['key'], text: string) => (key === 'rollup' ? readRollup(text) : text)

/** Every text that names a renamed field, as the definitions stand. */
function rewritesOf(engine: Engine, model: Model, names: Names): Rewrite[] {
  const lookup = (entity: string) => engine.models.get(entity)
  const parents = model.kind === 'Table' ? [...new Set(engine.models.parentsOf(model.id).map((one) => one.model))] : []
  const sources = [
    ...(model.kind === 'Table' ? parents : [model]).flatMap((parent) => {
      return sourcesOf(parent, lookup).map((source) => ({ ...source, parent }))
    }),
    ...(model.kind === 'Table' && parents.length === 0
      ? orphanSources(model, lookup).map((source) => ({ ...source, parent: undefined }))
      : []),
  ]
  const found = sources.flatMap(({ owner, parent, field, key, text, names: known, result }): Rewrite[] => {
    const wordOf = (path: string) => {
      const name = path.split('.').at(-1) ?? ''
      return holderOf(engine, owner, parent, path) === model.id ? names.get(name) : undefined
    }
    try {
      const renamed = result ? replaceNames(compileExpression(text, known, result), wordOf) : text
      return renamed === text ? [] : [{ owner, field, key, text: renamed }]
    } catch {
      // A text that does not stand anymore names nothing.
      return []
    }
  })
  return [...found, ...fetchRewrites(engine, model, names), ...rollupRewrites(engine, model, names)]
}

/** The entity of the field whose name stands last in a path. */
export function holderOf(engine: Engine, owner: Model, parent: Model | undefined, path: string): string | undefined {
  const parts = path.split('.')
  if (parts[0] === 'ctx') return undefined
  const isOfParent = parts[0] === 'parent' && owner.kind === 'Table'
  const scope = isOfParent ? parent : owner
  const rest = isOfParent || parts[0] === 'old' ? parts.slice(1) : parts
  if (rest.length < 2) return scope?.id
  const table = scope?.byName.get(rest[0] ?? '')
  return table ? engine.models.get(table.rule.options ?? '')?.id : undefined
}

function fetchRewrites(engine: Engine, model: Model, names: Names): Rewrite[] {
  return engine.models.all().flatMap((owner) =>
    owner.stored.flatMap((field): Rewrite[] => {
      const was = field.definition.fetch_from
      const path = was ? readFetch(was) : undefined
      if (!was || !path) return []
      const holders = path.isOfParent ? engine.models.parentsOf(owner.id).map((one) => one.model) : [owner]
      const holder = holders.find(({ byName }) => byName.has(path.link))
      const target = holder?.byName.get(path.link)?.rule.options
      const link = (holder?.id === model.id && names.get(path.link)) || path.link
      const from = (target === model.id && names.get(path.from)) || path.from
      const text = [...(path.isOfParent ? ['parent'] : []), link, from].join('.')
      return text === was.trim() ? [] : [{ owner, field, key: 'fetch_from', text }]
    }),
  )
}
