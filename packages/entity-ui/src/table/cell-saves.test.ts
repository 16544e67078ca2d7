import { ApiError } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { expect, test, vi } from 'vitest'
import { type RecordCells, saveBlock } from './block-saves.ts'
import { createCellEdits } from './cell-edits.ts'
import { type CellSaveParts, createCellSaves } from './cell-saves.ts'

type Body = Readonly<Record<string, unknown>>

const refusal = (code: number, errors: readonly object[] = []) =>
  new ApiError(code, { message: 'Refused.', errors, ...(code === 409 && { exc_type: 'TimestampMismatchError' }) })

/** A list of records whose server refuses the text `bad` of a field, and a stale `modified` in a call for many. */
function table(count: number) {
  const rows = Array.from(
    { length: count },
    (_, at): EntityRecord => ({ id: `r${at}`, name: '', note: '', modified: 'm' }),
  )
  const edits = createCellEdits()
  const faults = (body: Body) =>
    Object.keys(body)
      .filter((name) => body[name] === 'bad')
      .map((fieldname) => ({ id: body.id, fieldname, message: `${fieldname} is bad` }))
  const update = vi.fn(async (id: string, body: Body) => {
    const errors = faults(body)
    if (errors.length > 0) throw refusal(417, errors)
    return { entity: { ...body, id } } as never
  })
  const updateMany = vi.fn(async (items: readonly Body[]) => {
    const errors = items.flatMap((item) => {
      const stale = item.modified === 'm' ? [] : [{ id: item.id, fieldname: '', message: 'It was changed.' }]
      return [...faults(item), ...stale]
    })
    if (errors.length > 0) throw refusal(417, errors)
    return []
  })
  const parts: CellSaveParts = {
    store: { update, updateMany, take: vi.fn(), getSnapshot: () => ({ activeList: rows }) as never },
    edits,
    explain: () => 'Refused.',
  }
  const block = (value: (at: number) => Body): RecordCells[] =>
    rows.map((seen, at) => ({ seen, changes: new Map(Object.entries(value(at))) }))
  const save = async (records: readonly RecordCells[], goesOn = () => true) => {
    edits.setAll(
      records.flatMap(({ seen, changes }) =>
        [...changes].map(([fieldname, value]) => ({ id: seen.id, fieldname, edit: { value, isSaving: true } })),
      ),
    )
    const seen: number[] = []
    const onProgress = ({ done }: { done: number }) => seen.push(done)
    const answer = await saveBlock({ ...parts, save: createCellSaves(parts), goesOn, onProgress }, records)
    return { ...answer, progress: seen }
  }
  return { rows, edits, update, updateMany, parts, block, save }
}

test('a block is one call, and none of its cells waits any longer', async () => {
  const { edits, update, updateMany, block, save } = table(3)
  const { saved, progress } = await save(block((at) => ({ name: `new ${at}` })))
  expect(saved).toBe(3)
  expect(progress).toEqual([3])
  expect(updateMany).toHaveBeenCalledOnce()
  expect(updateMany.mock.calls[0]?.[0][1]).toEqual({ id: 'r1', name: 'new 1', modified: 'm' })
  expect(update).not.toHaveBeenCalled()
  expect(edits.isDirty()).toBe(false)
})

test('a cell that the server refuses stays with its reason, and the rest is sent again', async () => {
  const { edits, updateMany, block, save } = table(3)
  const { saved } = await save(block((at) => ({ name: at === 1 ? 'bad' : 'good', note: at === 2 ? 'bad' : 'good' })))
  expect(saved).toBe(3)
  expect(updateMany).toHaveBeenCalledTimes(2)
  expect(edits.refused()).toEqual([
    ['r1', 'name'],
    ['r2', 'note'],
  ])
  expect(edits.get('r1', 'name')).toEqual({ value: 'bad', isSaving: false, problem: 'name is bad' })
})

test('a record that others changed meanwhile is saved by itself, with what it stands on', async () => {
  const { rows, update, block, save } = table(3)
  rows[1] = { id: 'r1', name: '', note: 'theirs', modified: 'later' }
  const { saved, progress } = await save(block(() => ({ name: 'mine' })))
  expect(saved).toBe(3)
  expect(progress).toEqual([2, 3])
  expect(update.mock.calls).toEqual([['r1', { name: 'mine', modified: 'later', _base: { name: '' } }]])
})

test('more than 500 records are several calls, and a stop keeps what is written', async () => {
  const { edits, updateMany, block, save } = table(1200)
  let calls = 0
  const { saved, progress } = await save(
    block(() => ({ name: 'x' })),
    () => calls++ < 2,
  )
  expect(updateMany.mock.calls.map(([items]) => items.length)).toEqual([500, 500])
  expect(saved).toBe(1000)
  expect(progress).toEqual([500, 1000])
  expect(edits.isDirty()).toBe(false)
})

test('a refusal of the whole call marks every cell; without an answer each is tried by itself', async () => {
  const whole = table(2)
  whole.updateMany.mockRejectedValue(refusal(403))
  expect((await whole.save(whole.block(() => ({ name: 'x' })))).saved).toBe(0)
  expect(whole.edits.refused()).toHaveLength(2)
  expect(whole.update).not.toHaveBeenCalled()

  const offline = table(2)
  offline.updateMany.mockRejectedValue(refusal(0))
  expect((await offline.save(offline.block(() => ({ name: 'x' })))).saved).toBe(2)
  expect(offline.update).toHaveBeenCalledTimes(2)
})

test('saves of one record follow each other, and a refused cell does not keep the others back', async () => {
  const { rows, edits, update, parts } = table(1)
  const save = createCellSaves(parts)
  const [row] = rows
  if (!row) throw new Error('No row')
  edits.set('r0', 'name', { value: 'bad', isSaving: true })
  edits.set('r0', 'note', { value: 'good', isSaving: true })
  const results = await Promise.all([
    save(
      row,
      new Map([
        ['name', 'bad'],
        ['note', 'good'],
      ]),
    ),
    save(row, new Map([['note', 'later']])),
  ])
  expect(results).toEqual([true, true])
  expect(update.mock.calls.map(([, body]) => body)).toMatchObject([
    { name: 'bad', note: 'good' },
    { note: 'good' },
    { note: 'later' },
  ])
  expect(edits.get('r0', 'name')?.problem).toBe('name is bad')
  expect(edits.get('r0', 'note')).toBeUndefined()
})

test('many cells are told of once', () => {
  const edits = createCellEdits()
  const listener = vi.fn()
  edits.watch(listener)
  edits.setAll(
    Array.from({ length: 1000 }, (_, at) => ({ id: `r${at}`, fieldname: 'a', edit: { value: at, isSaving: true } })),
  )
  expect(listener).toHaveBeenCalledOnce()
  expect(edits.isSaving()).toBe(true)
  edits.dropAll(Array.from({ length: 1000 }, (_, at) => [`r${at}`, ['a', 'b']] as const))
  expect(listener).toHaveBeenCalledTimes(2)
  expect(edits.isDirty()).toBe(false)
})
