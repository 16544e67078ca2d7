import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { ModelLookup } from './known-names.ts'

/** A value that comes along with a link (reference: expressions, Fetched values). */
export interface Fetch {
  field: Field
  link: Field
  /** True when the link stands in the record whose row has the field. */
  isOfParent: boolean
  target: string
  /** Name of the field there. */
  from: string
}

/** `parent.<link>.<field>` or `<link>.<field>`, taken apart. */
export interface FetchPath {
  isOfParent: boolean
  link: string
  from: string
}

export function readFetch(text: string): FetchPath | undefined {
  const parts = text.trim().split('.')
  const isOfParent = parts[0] === 'parent' && parts.length === 3
  const [link, from, ...more] = isOfParent ? parts.slice(1) : parts
  return link && from && more.length === 0 ? { isOfParent, link, from } : undefined
}

/** The fetched fields of a record, or of the rows of one of its tables, in order. */
export function fetchesOf(model: Model, lookup: ModelLookup, table?: Field): Fetch[] {
  const owner = table ? lookup(table.rule.options ?? '') : model
  return (owner?.stored ?? []).flatMap((field): Fetch[] => {
    const path = field.definition.fetch_from ? readFetch(field.definition.fetch_from) : undefined
    if (!path || !owner) return []
    const link = (path.isOfParent ? model : owner).byName.get(path.link)
    const target = link?.type.links === 'options' ? link.rule.options : null
    if (!link || !target || !isFetchable(field, lookup(target)?.byName.get(path.from))) return []
    return [{ field, link, isOfParent: path.isOfParent, target, from: path.from }]
  })
}

/** Values of one kind of storage alone, and nothing that some readers of the target may not see. */
export const isFetchable = (field: Field, source: Field | undefined): source is Field =>
  source !== undefined &&
  source.permlevel === 0 &&
  source.kind !== 'secret' &&
  source.kind !== 'table' &&
  source.kind === field.kind
