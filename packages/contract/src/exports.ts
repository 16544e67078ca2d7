import type { ListQuery } from './records.ts'

/** The formats of an export (reference: http-api, Export). */
export const exportFormats = ['xlsx', 'csv', 'ndjson'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Query of `export`: the records of a list, without pages. */
export interface ExportQuery extends Pick<ListQuery, 'filters' | 'or_filters' | 'search' | 'order_by' | 'fields'> {
  format?: ExportFormat
  /** Only these of the records that match. */
  ids?: string[]
  /** 1: with the rows of tables, for xlsx and ndjson. */
  children?: 1
  /** 1: links are ids, and options their values. */
  raw?: 1
  /** Of csv. */
  delimiter?: ',' | ';' | '\t'
}

/** The answer of an export of many records. */
export interface ExportJobAnswer {
  data: { job: string }
}
