import { expect, test } from 'vitest'
import { readDoc, readList, splitArguments } from './payload.ts'

test('a payload is an object or the same values one after the other', () => {
  expect(readList([{ entity: 'Task' }])).toBe('Task')
  expect(readList(['Task'])).toBe('Task')
  expect(readDoc([{ entity: 'Task', id: 'T-1' }])).toEqual({ entity: 'Task', id: 'T-1' })
  expect(readDoc(['Task', 'T-1'])).toEqual({ entity: 'Task', id: 'T-1' })
})

test.each([[[]], [[null]], [[5]], [['']], [[{}]], [[{ entity: ['Task'] }]], [[['Task']]], [['x'.repeat(141)]]])(
  '%j is refused',
  (payload) => {
    expect(() => readList(payload)).toThrow()
    expect(() => readDoc(payload)).toThrow()
  },
)

test('only a function at the end is an acknowledgement', () => {
  const heard: unknown[] = []
  const { payload, acknowledge } = splitArguments(['Task', (answer: unknown) => heard.push(answer)])
  acknowledge({ ok: true })
  expect(payload).toEqual(['Task'])
  expect(heard).toEqual([{ ok: true }])
  splitArguments(['Task']).acknowledge({ ok: true })
})
