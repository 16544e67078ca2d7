import type { EntityStore } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { useReducer } from 'react'
import { type BoardColumn, finishedColumns } from './board-columns.ts'

type Choices = Map<string, boolean>

/** The columns that a person folded or opened, until the page is loaded anew. */
const chosen = new WeakMap<EntityStore, Choices>()

/** The columns that are folded to their names: those of finished work at first. */
export function useFoldedColumns(store: EntityStore, meta: Meta, fieldname: string, columns: readonly BoardColumn[]) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const choices = chosen.get(store) ?? new Map<string, boolean>()
  chosen.set(store, choices)
  const placeOf = (key: string | null) => JSON.stringify([fieldname, key])
  const finished = finishedColumns(meta, columns)
  return {
    isFolded: (key: string | null) => choices.get(placeOf(key)) ?? finished.has(key),
    fold(key: string | null, isFolded: boolean) {
      choices.set(placeOf(key), isFolded)
      draw()
    },
  }
}
