import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { presentValue } from '../reading/present.ts'
import { isReadable, presentTable } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'
import { pastStateOf, rebuild } from './past-record.ts'
import type { RecordContent } from './read-content.ts'

/** A record of then beside the one of now (reference: hosting, Records of a backup). */
export interface Compared {
  id: string
  state: 'Missing' | 'Same' | 'Changed'
  changed: [fieldname: string, then: unknown, now: unknown][]
}

/**
 * Compares a record of then with the one that is there, in the fields that the caller may read; passwords, and values
 * that are worked out of others, are left out.
 */
export async function compareContent(engine: Engine, ctx: Context, content: RecordContent): Promise<Compared> {
  const { id } = content
  const [main] = await rebuild(engine, engine.store, content)
  const state = main && (await pastStateOf(engine, engine.store, main))
  if (!main || !state) return { id, state: 'Missing', changed: [] }
  // A caller who may not see the record learns only that it is there.
  if (!(await isReadable(engine, ctx, engine.store, main.model.id, id))) return { id, state: 'Same', changed: [] }
  const { model } = main
  const rights = rightsOf(engine, ctx.actor, model)
  const isOwn = state.now.row.owner === ctx.actor.user
  const changed: Compared['changed'] = []
  for (const field of model.fields) {
    if (field.system || field.isDerived || !canReadField(rights, field, isOwn)) continue
    if (field.kind === 'table') {
      const [then, now] = [state.tables[field.name] ?? [], state.now.tables[field.name] ?? []]
      const child = engine.models.get(field.rule.options ?? '')
      if (!child || isSame(child, then, now)) continue
      const hiddenIn = (of: Model) => of.fields.filter((one) => !canReadField(rights, one, isOwn))
      const shown = (rows: readonly StoredRow[]) => presentTable(engine, ctx, field, rows, hiddenIn)
      changed.push([field.name, await shown(then), await shown(now)])
    } else if (differs(field, state.row, state.now.row)) {
      const shown = (row: StoredRow) => presentValue(engine, field, row[field.name])
      changed.push([field.name, shown(state.row), shown(state.now.row)])
    }
  }
  return { id, state: changed.length > 0 ? 'Changed' : 'Same', changed }
}

const differs = ({ name }: Field, then: StoredRow, now: StoredRow) => (then[name] ?? null) !== (now[name] ?? null)

function isSame(child: Model, then: readonly StoredRow[], now: readonly StoredRow[]): boolean {
  return (
    then.length === now.length &&
    then.every((row, index) => {
      const other = now[index]
      return other !== undefined && row.id === other.id && !child.stored.some((field) => differs(field, row, other))
    })
  )
}
