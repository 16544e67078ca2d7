import type { Flag } from './meta.ts'

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

/** Answer to a look at the first rows of a file. */
export interface ImportColumnsAnswer extends ImportForm {
  /** Names of all fields that a column may fill. */
  targets: string[]
  /** 1 when the person chose these columns for the same heads before. */
  remembered: Flag
}

/** The file of a dry run, and what it was asked to be read as. */
export interface ImportSource {
  file: string
  file_name: string
  sheet: number
  header_row: number
  create_missing_links: Flag
}

/** The choices of a person for a file; those that are absent or null are judged (reference: http-api, Import). */
export interface ImportOptions extends Partial<ImportRules> {
  sheet?: number
  encoding?: string | null
  delimiter?: string | null
  header_row?: number
  /** Fieldnames by position of the column. */
  mapping?: Readonly<Record<string, string>> | null
  date_format?: string | null
  decimal?: '.' | ',' | null
  create_missing_links?: Flag
}

/** Texts of links that lead to no record. */
export interface MissingLinks {
  fieldname: string
  entity: string | null
  count: number
  values: string[]
}

/** Result of the dry run of an import. */
export interface ImportPlanResult extends ImportForm, ImportSource {
  counts: ImportCounts
  missing_links: MissingLinks[]
  plan_id: string
}

/** Result of an import that was carried out. */
export interface ImportResult {
  counts: ImportCounts
  plan_id: string
  message?: string
  /** The dry run of an import that did not come to its end. */
  plan_job?: string
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
  /** Of a refused line, by field: the title or id of a record, or the choice, that a wrong cell nearly says. */
  nearest?: Record<string, string>
}

/** A page of lines; `job` looked at them, and `commit` carries them out once it was started. */
export interface ImportRowsAnswer {
  rows: ImportRow[]
  /** Lines with the outcome that was asked for. */
  count: number
  /** Records by outcome. */
  counts: ImportCounts
  job: string
  commit: string | null
}

/** A mended line, all lines of its record, and the records by outcome. */
export interface MendedRowAnswer {
  row: ImportRow
  record: ImportRow[]
  counts: ImportCounts
  /** Other lines that were mended in the same way. */
  mended: number
  /** Other refused lines that have the cell of the file. */
  equal: number
}
