/** A cell of a sheet: text, a number or a truth that the sheet stores as such; null for a blank one. */
export type ImportCell = string | number | boolean | null

/** The outcomes of a line of an import (reference: http-api, Import). */
export const importOutcomes = ['create', 'update', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
export type ImportCounts = Record<ImportOutcome, number>

/** A column of an imported file, and the field that it fills: `phone`, or `lines.product` for rows of a table. */
export interface ImportColumn {
  index: number
  name: string
  fieldname: string | null
  samples: ImportCell[]
}

/** How records are found: by the value of a field, or all are new when it is null. */
export interface ImportRules {
  mode: 'create' | 'update' | 'both'
  key: string | null
}

/** How a file was understood. */
export interface ImportForm extends ImportRules {
  columns: ImportColumn[]
  format: 'csv' | 'xlsx'
  /** Names of the sheets of a workbook. */
  sheets: string[]
  encoding: string | null
  delimiter: string | null
  /** Made of `DD`, `MM`, `YYYY` and a separator; null when no value told it. */
  date_format: string | null
  decimal: '.' | ',' | null
}

/** Texts of links that lead to no record. */
export interface MissingLinks {
  fieldname: string
  entity: string | null
  count: number
  values: string[]
}

/** Result of the dry run of an import. */
export interface ImportPlanResult extends ImportForm {
  counts: ImportCounts
  missing_links: MissingLinks[]
  plan_id: string
}

/** Result of an import that was carried out. */
export interface ImportResult {
  counts: ImportCounts
  plan_id: string
  message?: string
}

/** A line of the file with its outcome. */
export interface ImportRow {
  /** Line of the sheet, head included. */
  row: number
  /** Line on which its record begins, when that is another one. */
  head?: number
  /** The record, once it is written. */
  id?: string
  outcome: ImportOutcome
  values: Record<string, ImportCell>
  before: Record<string, unknown>
  /** Reasons by field; those about the whole line under an empty name. */
  messages: Record<string, string>
}
