import type { Message } from '@tavla/contract'
import { type FetchPath, isFetchable, readFetch } from '../expressions/fetches.ts'
import type { ModelLookup } from '../expressions/known-names.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { ExpressionFinding } from './expression-finding.ts'

/** A fault of a `fetch_from`, with the entity from which it would take its value. */
export interface FetchFinding extends ExpressionFinding {
  target: string | undefined
}

/** The faults of the fetched fields of an entity and of its rows (reference: expressions, Fetched values). */
export function* fetchFaults(model: Model, lookup: ModelLookup): Generator<FetchFinding> {
  yield* faultsIn(model, undefined, lookup)
  for (const table of model.tables) {
    const child = lookup(table.rule.options ?? '')
    if (child) yield* faultsIn(child, model, lookup)
  }
}

/** `parent` is the entity that has the rows; with none yet, a link of the parent is left alone. */
function* faultsIn(owner: Model, parent: Model | undefined, lookup: ModelLookup): Generator<FetchFinding> {
  for (const field of owner.fields) {
    const text = field.definition.fetch_from
    if (!text || text.trim() === '') continue
    const path = readFetch(text)
    const fault = path ? faultOf(owner, field, path, parent, lookup) : { message: notUsable(text) }
    if (!fault) continue
    const at = fault.unknown === undefined ? -1 : text.lastIndexOf(fault.unknown)
    const place = at < 0 ? { start: 0, end: text.length } : { start: at, end: at + (fault.unknown?.length ?? 0) }
    yield { owner, field, property: 'fetch_from', place, target: undefined, ...fault }
  }
}

type FetchFault = Pick<ExpressionFinding, 'message' | 'unknown'> & { target?: string | undefined }

function faultOf(
  owner: Model,
  field: Field,
  { isOfParent, link: name, from }: FetchPath,
  parent: Model | undefined,
  lookup: ModelLookup,
): FetchFault | undefined {
  if (isOfParent && owner.kind === 'Table' && !parent) return undefined
  const holder = isOfParent ? parent : owner
  const link = holder?.byName.get(name)
  if (!holder || !link) return { message: unknownName(name), unknown: name }
  const target = link.type.links === 'options' ? (link.rule.options ?? undefined) : undefined
  const source = target === undefined ? undefined : lookup(target)?.byName.get(from)
  if (target !== undefined && !source) return { message: unknownName(from), unknown: from, target }
  const isLeveled = link.permlevel > field.permlevel
  if (isLeveled || !isFetchable(field, source)) return { message: notUsable(field.definition.fetch_from ?? ''), target }
  return undefined
}

const unknownName = (name: string): Message => ({ text: 'Unknown name: {0}', args: [name] })

const notUsable = (value: string): Message => ({ text: '{0} cannot be used here.', args: [value] })
