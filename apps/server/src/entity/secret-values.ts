import type { Reader } from '../store/store.ts'
import type { Engine } from './engine.ts'

/** The plain text of a Password field, for the server's own use; null when none is set. */
export async function readSecret(
  engine: Engine,
  entity: string,
  id: string,
  fieldname: string,
  reader: Reader = engine.store,
): Promise<string | null> {
  const row = await engine.rows(engine.models.require(entity)).byId(reader, id)
  const sealed = row?.[fieldname]
  return typeof sealed === 'string' ? engine.vault.open(sealed) : null
}
