import {
  type DefinitionItem,
  type ItemChange,
  type ItemRow,
  type ItemValue,
  itemKey,
  rowsIn,
  rulesKind,
  sortKeys,
} from './item.ts'
import { needsOf } from './needs.ts'
import { settingsKind } from './settings-kind.ts'

/** One proposed step of a plan, before its effect is known (reference: http-api, Definitions). */
export interface PlannedChange extends ItemChange {
  key: string
  /** Source and target both changed it since they were the same. */
  conflict: boolean
  before: ItemValue | null
  /** Keys of other steps of the plan that have to come along. */
  needs: string[]
}

/** Fields of a kind that make two of its items the same one. */
export type SameBy = (kind: string) => readonly string[]

/**
 * The steps that give the target what changed in the source. With a base, the state that both once shared, only what
 * changed since is proposed; without one, what differs, and nothing for removal.
 */
export function planChanges(
  source: readonly DefinitionItem[],
  target: readonly DefinitionItem[],
  base: readonly DefinitionItem[] | undefined,
  sameBy: SameBy,
): PlannedChange[] {
  const [ours, olds] = [new Pairing(target, sameBy), new Pairing(base ?? [], sameBy)]
  const steps: PlannedChange[] = []
  for (const item of source) {
    const old = olds.of(item)
    const there = ours.of(item) ?? (old && ours.byKey(old))
    const after = there ? withIdsOf(item.value, there.value) : item.value
    const isNamed = renames.has(item.kind)
    if (there && !(isNamed && there.id !== item.id) && isSame(after, there.value)) continue
    // Neither side is asked to take back what the other one left alone.
    if (old && !(isNamed && old.id !== item.id) && isSame(item.value, withIdsOf(old.value, item.value))) continue
    const isMoved = there === undefined || !old || !isSame(withIdsOf(old.value, there.value), there.value)
    const conflict = base !== undefined && (old !== undefined || there !== undefined) && isMoved
    const isRenamed = there !== undefined && isNamed && there.id !== item.id
    const change = !there ? 'add' : isRenamed ? 'rename' : 'change'
    const id = there && !isRenamed ? there.id : item.id
    const step: PlannedChange = {
      ...{ key: itemKey({ kind: item.kind, id }), kind: item.kind, id, change, conflict },
      ...(isRenamed && { from: there.id }),
      ...{ before: there?.value ?? null, after, needs: [] },
    }
    steps.push(step)
  }
  if (base) steps.push(...removals(source, target, base, sameBy))
  const needs = needsOf(steps)
  return steps.map((step) => ({ ...step, needs: needs.get(step.key) ?? [] }))
}

/** Items of the base that the source dropped and the target still has. */
function removals(
  source: readonly DefinitionItem[],
  target: readonly DefinitionItem[],
  base: readonly DefinitionItem[],
  sameBy: SameBy,
): PlannedChange[] {
  const [news, ours] = [new Pairing(source, sameBy), new Pairing(target, sameBy)]
  return base.flatMap((item): PlannedChange[] => {
    const there = ours.of(item)
    if (news.of(item) || !there || unremovable.has(item.kind)) return []
    const { kind, id } = there
    const conflict = !isSame(withIdsOf(item.value, there.value), there.value)
    const rest = { conflict, before: there.value, after: null, needs: [] }
    return [{ key: itemKey(there), kind, id, change: 'remove', ...rest }]
  })
}

/** Every site has these. */
const unremovable: ReadonlySet<string> = new Set([rulesKind, settingsKind])

/** Kinds whose ids are names that people chose, and whose rows tell a renamed one again. */
const renames: ReadonlySet<string> = new Set(['Entity'])

/** Finds the item of another state that is the same one: by id, by the rows that it kept, or by what identifies it. */
class Pairing {
  readonly #byKey: Map<string, DefinitionItem>
  readonly #byRow = new Map<unknown, DefinitionItem>()
  readonly #byContent: Map<string, DefinitionItem>
  readonly #sameBy: SameBy

  constructor(items: readonly DefinitionItem[], sameBy: SameBy) {
    this.#sameBy = sameBy
    this.#byKey = new Map(items.map((item) => [itemKey(item), item]))
    for (const item of items) if (renames.has(item.kind)) for (const id of rowIds(item)) this.#byRow.set(id, item)
    this.#byContent = new Map(items.flatMap((item) => this.#contentOf(item).map((content) => [content, item])))
  }

  byKey = (item: DefinitionItem) => this.#byKey.get(itemKey(item))

  of(item: DefinitionItem): DefinitionItem | undefined {
    const same = this.byKey(item)
    if (same) return same
    if (renames.has(item.kind)) for (const id of rowIds(item)) if (this.#byRow.has(id)) return this.#byRow.get(id)
    const [content] = this.#contentOf(item)
    return content === undefined ? undefined : this.#byContent.get(content)
  }

  #contentOf({ kind, value }: DefinitionItem): string[] {
    const names = this.#sameBy(kind)
    return names.length === 0 ? [] : [JSON.stringify([kind, ...names.map((name) => value[name] ?? null)])]
  }
}

const rowIds = ({ value }: DefinitionItem) => rowsIn(value, 'fields').map(({ id }) => id)

/** The value with the row ids of another state where rows are the same by name: two sites gave them different ones. */
export function withIdsOf(value: ItemValue, other: ItemValue): ItemValue {
  const lists = Object.keys(value).filter((name) => Array.isArray(value[name]))
  return sortKeys({
    ...value,
    ...Object.fromEntries(lists.map((name) => [name, alignRows(rowsIn(value, name), rowsIn(other, name))])),
  }) as ItemValue
}

function alignRows(rows: readonly ItemRow[], others: readonly ItemRow[]): ItemRow[] {
  const taken = new Set(rows.map(({ id }) => id))
  const known = new Set(others.map(({ id }) => id))
  const free = others.filter(({ id }) => !taken.has(id))
  return rows.map((row) => {
    if (row.id !== undefined && known.has(row.id)) return row
    const at = free.findIndex((one) => nameOf(one) === nameOf(row))
    const [same] = at < 0 ? [] : free.splice(at, 1)
    return same ? { ...row, id: same.id } : row
  })
}

/** People know a row by its name; rows without one are the same when all their values are. */
const nameOf = (row: ItemRow): string => {
  if (typeof row.fieldname === 'string') return row.fieldname
  const { id: _, ...rest } = row
  return JSON.stringify(sortKeys('title' in rest ? [rest.title, rest.to_state ?? null] : rest))
}

const isSame = (one: ItemValue, other: ItemValue) => JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other))
