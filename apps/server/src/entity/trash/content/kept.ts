import type { Model } from '../../model/model.ts'
import type { StoredRow } from '../../tables/rows.ts'

/** A field as it was when its values went to the trash. */
export interface KeptField {
  fieldname: string
  label: string
  fieldtype: string
  options: string | null
  permlevel: 0 | 1
}

/** A value in the trash; a secret is stored in a table of its own and named by its id there. */
export type KeptValue = StoredRow[string] | { secret: string }

/** A row in the trash, with its values by the ids of their fields' rows, so that a renamed field keeps its value. */
export interface KeptRow {
  id: string
  /**
   * `owner`, `creation`, `modified` and `modified_by` of a record; `idx` and `parent` of a table row, for one that lost its
   * record also `parent_entity` and `parent_field`.
   */
  columns: StoredRow
  values: Record<string, KeptValue>
  /** Of a table row: the table of its record, and the id of the Table field's row. */
  under?: { table: string; field: string }
  /** The tables of the entities that its values name. */
  entities?: Record<string, string>
}

/** Rows of one table. The main record is the one that was deleted; other records were deleted with it. */
export interface KeptRows {
  kind: 'main' | 'record' | 'row'
  table: string
  /** By the ids of their rows. */
  fields: Record<string, KeptField>
  rows: KeptRow[]
}

/** References that were emptied: ids of the linking rows, with the record that each named. */
export interface LetGo {
  kind: 'links'
  /** The linking table. */
  table: string
  field: string
  /** The field that holds the entity of a Dynamic Link. */
  naming?: string
  /** The table of the named records. */
  target: string
  rows: [id: string, target: string][]
}

/** The table of a deleted entity type, with its columns of sealed values and the entities that its fields name. */
export interface KeptTable {
  kind: 'table'
  table: string
  secrets: string[]
  entities: Record<string, string>
}

/** A removed field that may come back. */
export interface RemovedField {
  /** Id of the field's row. */
  key: string
  field: KeptField
}

/** The values that a record has in removed fields. */
export interface RemovedValues {
  columns: (RemovedField & { value: string | number; isSecret: boolean })[]
  tables: (RemovedField & { child: Model; rows: StoredRow[] })[]
}

export type KeptPart = KeptRows | LetGo | KeptTable
