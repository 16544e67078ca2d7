import { badRequest, type ListQuery, type SummaryQuery, type ValuesQuery } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import { queryNumber, queryText } from '../ground/query-values.ts'
import { parseJson } from './json.ts'

/** A query value that holds an object or a list as JSON text. @throws Problem 400 for any other value */
export function jsonOf(request: FastifyRequest, name: string): unknown {
  const text = queryText(request, name)
  if (text === undefined) return undefined
  const value = parseJson(text)
  if (value === null) return undefined
  if (typeof value !== 'object') throw badRequest()
  return value
}

/** The query of a list (reference: http-api, Lists), without absent values. */
export function listQueryOf(request: FastifyRequest): ListQuery {
  const query: ListQuery = {}
  const filters = jsonOf(request, 'filters')
  const orFilters = jsonOf(request, 'or_filters')
  const search = queryText(request, 'search')
  const fields = fieldsOf(request)
  const orderBy = queryText(request, 'order_by')
  const start = queryNumber(request, 'limit_start')
  const length = queryNumber(request, 'limit_page_length')
  if (filters !== undefined) query.filters = filters
  if (orFilters !== undefined) query.or_filters = orFilters
  if (search !== undefined) query.search = search
  if (fields !== undefined) query.fields = fields
  if (orderBy !== undefined) query.order_by = orderBy
  if (start !== undefined) query.limit_start = start
  if (length !== undefined) query.limit_page_length = length
  return query
}

/** The query of `export` (reference: http-api, Export), whose own keys the export itself reads. */
export function exportQueryOf(request: FastifyRequest): Record<string, unknown> {
  const text = (name: string) => queryText(request, name)
  const ids = text('ids')
  return {
    ...listQueryOf(request),
    ids: ids?.startsWith('[') ? parseJson(ids) : ids,
    ...{ format: text('format'), children: text('children'), raw: text('raw'), delimiter: text('delimiter') },
  }
}

/** The query of `summary` (reference: http-api, Sums and groups), without absent values. */
export function summaryQueryOf(request: FastifyRequest): SummaryQuery {
  return present({
    filters: jsonOf(request, 'filters'),
    or_filters: jsonOf(request, 'or_filters'),
    search: queryText(request, 'search'),
    aggregates: jsonOf(request, 'aggregates'),
    group_by: queryText(request, 'group_by'),
  })
}

/** The query of `values`, without absent values. */
export function valuesQueryOf(request: FastifyRequest): ValuesQuery {
  return present({
    field: queryText(request, 'field'),
    txt: queryText(request, 'txt'),
    filters: jsonOf(request, 'filters'),
    search: queryText(request, 'search'),
  })
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function present<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>
}

/** Accepts a JSON list of names, or names separated by commas. */
function fieldsOf(request: FastifyRequest): string[] | string | undefined {
  const text = queryText(request, 'fields')?.trim()
  if (!text?.startsWith('[')) return text || undefined
  const names = parseJson(text)
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) throw badRequest()
  return names
}
