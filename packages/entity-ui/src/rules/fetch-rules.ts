import type { FieldMeta, Meta } from '@tavla/contract'

/** A field whose value comes along with a link (reference: expressions, Fetched values). */
export interface FetchRule {
  fieldname: string
  field: FieldMeta
  /** The link, of the same record or row. */
  link: string
  /** Taken always: nobody types a value there. */
  isForced: boolean
}

/** The fetched columns of a Table field. */
export interface RowFetches {
  /** The entity of the rows. */
  entity: string
  own: readonly FetchRule[]
  /** By links of the record. */
  ofParent: readonly FetchRule[]
}

export interface FetchRules {
  own: readonly FetchRule[]
  /** By the names of Table fields; those without fetched columns are left out. */
  tables: ReadonlyMap<string, RowFetches>
}

export function fetchRules({ doc_meta: { fields }, links }: Meta): FetchRules {
  const tables = fields.flatMap((table) => {
    const columns = (table.fieldtype === 'Table' && links.find(({ id }) => id === table.options)?.fields) || []
    const [own, ofParent] = [
      columns.flatMap((field) => ruleOf(field, '')),
      columns.flatMap((field) => ruleOf(field, 'parent.')),
    ]
    if (own.length + ofParent.length === 0) return []
    return [[table.fieldname, { entity: optionsOf(table), own, ofParent }] as const]
  })
  return { own: fields.flatMap((field) => ruleOf(field, '')), tables: new Map(tables) }
}

const optionsOf = ({ options }: FieldMeta): string => (typeof options === 'string' ? options : '')

/** `start` is `parent.` for the links of a row's record. */
function ruleOf(field: FieldMeta, start: '' | 'parent.'): FetchRule[] {
  const path = field.fetch_from?.trim() ?? ''
  const [link, from, ...more] = path.startsWith(start) ? path.slice(start.length).split('.') : []
  if (!link || !from || more.length > 0) return []
  return [{ fieldname: field.fieldname, field, link, isForced: field.read_only === 1 }]
}
