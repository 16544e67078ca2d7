import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { SecretPlace } from './vault.ts'

/** The plain text of a Password field, for the server's own use; null when none is set. */
export async function readSecret(
  engine: Engine,
  entity: string,
  id: string,
  fieldname: string,
  reader: Reader = engine.store,
): Promise<string | null> {
  const row = await engine.rows(engine.models.require(entity)).byId(reader, id)
  return row ? openSecret(engine, entity, row, fieldname) : null
}

/** As `readSecret`, for a row that was already read, or is about to be written. */
export function openSecret(
  engine: Engine,
  entity: string,
  row: Readonly<Record<string, unknown>>,
  fieldname: string,
): string | null {
  const model = engine.models.require(entity)
  const [field, sealed] = [model.byName.get(fieldname), row[fieldname]]
  if (!field || typeof sealed !== 'string' || sealed === '') return null
  return engine.vault.open(sealed, secretPlace(model, field, String(row.id)))
}

export const secretPlace = (model: Model, field: Field, id: string): SecretPlace => ({
  table: model.table.name,
  id,
  column: field.column,
})

/** System tables with sealed values: their column, and the column that identifies a row. */
export const systemSecrets = {
  site: { id: 'key', column: 'value', only: ['demo password'] },
  oauth_flow: { id: 'hash', column: 'verifier', only: undefined },
  trash_secret: { id: 'id', column: 'value', only: undefined },
  job_task: { id: 'job', column: 'input', only: undefined },
} as const

/** The place of a sealed value in a system table. */
export const systemPlace = (table: keyof typeof systemSecrets, id: string): SecretPlace => ({
  table,
  id,
  column: systemSecrets[table].column,
})

/** The row's secrets, sealed again for a row with another id. */
export function secretsFor(engine: Engine, model: Model, row: Readonly<StoredRow>, id: string): StoredRow {
  const moved: StoredRow = {}
  for (const field of model.stored) {
    const sealed = row[field.name]
    if (field.kind !== 'secret' || typeof sealed !== 'string') continue
    const [from, to] = [secretPlace(model, field, String(row.id)), secretPlace(model, field, id)]
    const renewed = tryRenew(engine, sealed, to, from)
    if (renewed !== undefined) moved[field.name] = renewed
  }
  return moved
}

/** A secret that can't be opened stays unchanged: it is unreadable before and after. */
function tryRenew(engine: Engine, sealed: string, to: SecretPlace, from: SecretPlace): string | undefined {
  try {
    return engine.vault.renew(sealed, to, from)
  } catch {
    return undefined
  }
}
