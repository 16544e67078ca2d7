import type { EntityRecord } from '@tavla/contract'
import { expect, test } from 'vitest'
import { createObservable } from '../observable.ts'
import { createSelection, isRowSelected, selectedCount } from './selection.ts'
import { type EntityState, initialState } from './state.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }) as EntityRecord)

function selectionOver(...ids: string[]) {
  const state = createObservable<EntityState>({
    ...initialState('Task'),
    activeList: rows(...ids),
    listInfo: { ...initialState('Task').listInfo, totalCount: 598 },
  })
  const selection = createSelection(state)
  selection.selectAll()
  selection.selectMatching()
  return { state, selection }
}

test('all that match are selected, also rows that are read later', () => {
  const { state } = selectionOver('a', 'b')
  state.set({ activeList: rows('a', 'b', 'c') })
  expect(isRowSelected(state.getSnapshot(), 'c')).toBe(true)
  expect(selectedCount(state.getSnapshot())).toBe(598)
})

test('a row taken out of all that match leaves the loaded others', () => {
  const { state, selection } = selectionOver('a', 'b')
  state.set({ activeList: rows('a', 'b', 'c') })
  expect(selection.toggleSelected('c')).toBe(true)
  expect(state.getSnapshot()).toMatchObject({ selected: ['a', 'b'], isAllSelected: false })
  expect(isRowSelected(state.getSnapshot(), 'c')).toBe(false)
})
