import type { Engine } from '../../engine.ts'
import type { Model } from '../../model/model.ts'
import type { StoredRow, StoredTables } from '../../tables/rows.ts'
import { type SiteRollup, siteRollups } from './site-rollups.ts'
import type { Touched } from './touched.ts'

/** A record before or after a write. */
export interface WrittenState {
  row: Readonly<StoredRow>
  tables: Readonly<StoredTables>
}

/**
 * Notes what a write of one record makes old: the roll-ups of the records to which it linked, and of those to which it
 * links now (reference: expressions, Roll-ups). The record is new without `before`, and gone without `after`.
 */
export function noteChange(
  engine: Engine,
  touched: Touched,
  model: Model,
  before: WrittenState | undefined,
  after: WrittenState | undefined,
): void {
  const rollups = siteRollups(engine)
  for (const one of rollups.over.get(model.id) ?? []) {
    if (before && after && !hasChanged(one, before, after)) continue
    for (const id of [...targetsOf(one, before), ...targetsOf(one, after)]) {
      touched.add(one.owner.id, id, one.field.name)
    }
  }
  if (!before || !after) return
  for (const { field } of rollups.of.get(model.id) ?? []) {
    // The digits of a sum are those of the currency that its own record names.
    const currency = field.rule.options?.trim() ?? ''
    const isNamed = field.type.digits === 'currency' && model.byName.has(currency)
    if (isNamed && isOther(before.row[currency], after.row[currency])) {
      touched.add(model.id, String(after.row.id), field.name)
    }
  }
}

function targetsOf({ table, link }: SiteRollup, state: WrittenState | undefined): string[] {
  if (!state) return []
  const rows = table ? (state.tables[table.name] ?? []) : [state.row]
  return rows.flatMap((row) => {
    const id = row[link.name]
    return id === null || id === undefined || id === '' ? [] : [String(id)]
  })
}

function hasChanged({ dependsOn }: SiteRollup, before: WrittenState, after: WrittenState): boolean {
  for (const name of dependsOn) {
    const [old, now] = [before.tables[name], after.tables[name]]
    if (old || now ? areRowsOther(old ?? [], now ?? []) : isOther(before.row[name], after.row[name])) return true
  }
  return false
}

const isOther = (a: StoredRow[string] | undefined, b: StoredRow[string] | undefined) => (a ?? null) !== (b ?? null)

function areRowsOther(before: readonly StoredRow[], after: readonly StoredRow[]): boolean {
  if (before === after) return false
  if (before.length !== after.length) return true
  return after.some((row, at) => Object.keys(row).some((name) => isOther(before[at]?.[name], row[name])))
}
