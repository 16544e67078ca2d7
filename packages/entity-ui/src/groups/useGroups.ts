import type { EntityState, EntityStore } from '@tavla/client'
import { type GroupedStore, type GroupLine, groupedOf } from '@tavla/client/grouped'
import type { FieldMeta } from '@tavla/contract'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { currentOrder } from '../header/list-order.ts'
import { figuresOf } from '../summary/figures.ts'
import { useSummary } from '../summary/useSummary.ts'
import { type GroupChoice, groupChoice } from './group-choice.ts'
import { type ListGroup, listGroups } from './list-groups.ts'
import { useFoldedGroups } from './useFoldedGroups.ts'

/** The groups of a list as its screen draws them. */
export interface Groups {
  choice: GroupChoice
  store: GroupedStore
  /** The lines of the rows of `shown`. */
  lines: readonly GroupLine[]
  byKey: ReadonlyMap<string, ListGroup>
  isFolded(key: string): boolean
  fold(key: string, isFolded: boolean): void
  /** False when there are more groups than are shown. */
  isComplete: boolean
}

/**
 * The list with its groups, if its person groups it, and the figures of `fields` over all that it matches: `shown` and
 * `source` are state and store of whatever the screen draws as rows.
 */
export function useGroups(state: EntityState, store: EntityStore, fields: readonly FieldMeta[]) {
  const { meta, groupBy, layout, sums } = state
  const choice = useMemo(() => groupChoice({ meta, groupBy, layout }), [meta, groupBy, layout])
  const [round, setRound] = useState(0)
  const aggregates = figuresOf(fields, sums)
  const question = choice ? { aggregates, groupBy } : aggregates.length > 0 ? { aggregates } : null
  const { answer, error } = useSummary(store, question, round)
  const isAscending = isEarliestFirst(state, choice)
  const groups = useMemo(
    () => (meta && choice && answer ? listGroups({ meta, choice, answer, isAscending }) : null),
    [meta, choice, answer, isAscending],
  )
  const byKey = useMemo(() => new Map(groups?.map((group) => [group.key, group])), [groups])
  const { isFolded, fold } = useFoldedGroups(state)
  const source = useMemo(
    () => (choice ? again(groupedOf(store), () => setRound((now) => now + 1)) : null),
    [choice, store],
  )
  const folded = groups
    ?.filter(({ key }) => isFolded(key))
    .map(({ key }) => key)
    .join('\n')
  useLayoutEffect(() => {
    const shut = new Set(folded?.split('\n'))
    source?.show(groupBy, groups?.map((group) => ({ ...group, isOpen: !shut.has(group.key) })) ?? null, error)
  }, [source, groupBy, groups, folded, error])
  const rows = source ?? store
  const shown = useSyncExternalStore(rows.subscribe, rows.getSnapshot)
  const drawn: Groups | null = source &&
    choice && {
      choice,
      store: source,
      lines: source.lines(),
      byKey,
      isFolded,
      fold,
      isComplete: answer?.complete !== 0,
    }
  return { shown, source: rows, groups: drawn, answer }
}

/** Groups that could not be read are asked for again. */
const again = (grouped: GroupedStore, ask: () => void): GroupedStore => ({
  ...grouped,
  async retry() {
    ask()
    await grouped.retry()
  },
})

/** Periods follow the list where it is sorted by the same day; else the latest comes first. */
function isEarliestFirst(state: EntityState, choice: GroupChoice | null): boolean {
  if (!choice || !state.meta) return false
  const { fieldname, direction } = currentOrder(state, state.meta)
  return fieldname === choice.field.fieldname && direction === 'asc'
}
