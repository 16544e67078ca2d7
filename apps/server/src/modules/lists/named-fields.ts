/** The content of a view, in wire form. */
export interface ViewContent {
  filters?: unknown
  order_by?: unknown
  columns?: unknown
  sums?: unknown
  group_by?: unknown
  board_field?: unknown
  calendar_start?: unknown
  calendar_end?: unknown
}

/** The names of fields in a view's content, each once, in the order of the content. */
export function namedFields(view: ViewContent): string[] {
  const names = [
    ...inFilters(view.filters),
    ...listed(view.order_by, /\s+/),
    ...inColumns(view.columns),
    ...keysOf(view.sums),
    ...listed(view.group_by, ':'),
    ...[view.board_field, view.calendar_start, view.calendar_end].filter((name) => typeof name === 'string'),
  ]
  return [...new Set(names)].filter((name) => name !== '')
}

const joiners = new Set(['and', 'or', 'not'])

/** In each of the forms of a filter (reference: http-api, Filters). */
function inFilters(filters: unknown): string[] {
  if (Array.isArray(filters)) {
    const [name, operator] = filters as unknown[]
    const isLeaf = typeof name === 'string' && typeof operator === 'string'
    if (!isLeaf) return filters.flatMap(inFilters)
    // A leaf of four parts begins with the entity.
    return [filters.length === 4 ? operator : name]
  }
  const keys = keysOf(filters)
  const [key = '', ...more] = keys
  if (more.length === 0 && joiners.has(key)) return inFilters((filters as Record<string, unknown>)[key])
  return keys
}

const listed = (names: unknown, until: string | RegExp): string[] =>
  typeof names === 'string' ? names.split(',').map((part) => part.trim().split(until)[0] ?? '') : []

const inColumns = (columns: unknown): string[] =>
  Array.isArray(columns)
    ? columns.flatMap((column: { fieldname?: unknown } | null) =>
        typeof column?.fieldname === 'string' ? [column.fieldname] : [],
      )
    : []

const keysOf = (object: unknown): string[] =>
  typeof object === 'object' && object !== null && !Array.isArray(object) ? Object.keys(object) : []
