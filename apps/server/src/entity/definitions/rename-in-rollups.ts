import type { Rollup } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { renameInFilters } from '../model/filter-names.ts'
import type { Model } from '../model/model.ts'
import { rollupText } from '../model/rollup.ts'
import { raiseVersion } from './raise-version.ts'
import type { Names } from './renamed-names.ts'

/** A roll-up of a definition in which renamed fields get their new names, as it is stored. */
interface RollupRewrite {
  owner: Model
  field: Field
  key: 'rollup'
  text: string
}

/** Every roll-up that names a renamed field of `model`, a record's or that of a row, as it will be. */
export function rollupRewrites(engine: Engine, model: Model, names: Names): RollupRewrite[] {
  return engine.models.all().flatMap((owner) =>
    owner.stored.flatMap((field): RollupRewrite[] => {
      const { rollup } = field.definition
      const source = rollup && engine.models.get(rollup.entity)
      if (!rollup || !source) return []
      const text = rollupText(withNames(rollup, source, (path) => renamedPath(source, path, model, names)))
      return text === rollupText(rollup) ? [] : [{ owner, field, key: 'rollup', text }]
    }),
  )
}

function withNames(rollup: Rollup, source: Model, rename: (path: string) => string): Rollup {
  const isField = (name: string) => source.byName.has(name)
  return {
    ...rollup,
    link: rename(rollup.link),
    field: rollup.field === null ? null : rename(rollup.field),
    filters: renameInFilters(rollup.filters, source.id, isField, rename),
  }
}

/** `<name>` is a field of the source; `<table>.<name>` its Table field, and a field of the rows. */
function renamedPath(source: Model, path: string, model: Model, names: Names): string {
  const [first = '', second, ...more] = path.split('.')
  if (more.length > 0) return path
  const own = (source.id === model.id && names.get(first)) || first
  if (second === undefined) return own
  const isOfRows = source.byName.get(first)?.rule.options === model.id
  return `${own}.${(isOfRows && names.get(second)) || second}`
}

/** Lets roll-ups follow an entity that gets another name. The caller reloads the definitions. */
export async function renameEntityInRollups(engine: Engine, tx: Tx, from: string, to: string): Promise<void> {
  const fields = engine.models.require('Entity Field')
  const column = fields.byName.get('rollup')
  if (!column) return
  const rows = engine.rows(fields)
  const named = engine.models.all().flatMap((owner) =>
    owner.stored.flatMap((field) => {
      const { rollup, id } = field.definition
      return rollup?.entity === from && id ? [{ owner, id, rollup }] : []
    }),
  )
  for (const { id, rollup } of named) {
    const row = await rows.byId(tx, id)
    const text = rollupText({ ...rollup, entity: to, filters: withEntity(rollup.filters, from, to) })
    if (row) await rows.update(tx, row.rid, { ...row, rollup: text }, [column])
  }
  for (const id of new Set(named.map(({ owner }) => (owner.id === from ? to : owner.id)))) {
    await raiseVersion(engine, tx, id)
  }
}

/** A condition of four parts begins with the entity. */
function withEntity(filters: unknown, from: string, to: string): unknown {
  if (!Array.isArray(filters)) return filters
  return filters.map((one) => (Array.isArray(one) && one.length === 4 && one[0] === from ? one.with(0, to) : one))
}
