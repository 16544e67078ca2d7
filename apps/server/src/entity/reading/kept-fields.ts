import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'

/** A removed field whose values are still kept. */
export interface KeptField {
  fieldname: string
  /** Empty for a Table field. */
  column_name: string
  /** UTC. */
  retired_at: string
  /** Its definition, as JSON text. */
  field: string
  retired_by: string | null
  row_table: string | null
  /** The `parent_field` under which the rows of a Table field are kept. */
  row_field: string | null
}

export function keptFields(engine: Engine, reader: Reader, model: Model): Promise<KeptField[]> {
  return reader.all<KeptField>(engine.system.keptFields.with([model.table.name]))
}
