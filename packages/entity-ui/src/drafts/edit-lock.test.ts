import type { DraftKey } from '@tavla/client/browser'
import { expect, test, vi } from 'vitest'
import { askForDraft, holdDraft, watchHolder } from './edit-lock.ts'

const keyOf = (id: string): DraftKey => ['site', 'user', 'edit', 'Task', id]
const heldFor = async (id: string) =>
  (await navigator.locks.query()).held?.filter(({ name = '' }) => name.endsWith(`\n${id}`)).map(({ mode }) => mode) ??
  []
const untilHeld = (id: string, modes: string[]) => expect.poll(() => heldFor(id)).toEqual(modes)
const nothing = { onRefused: () => undefined, onWanted: () => undefined }

test('a tab edits although another one, which waited for the end of the editing, looks at that moment', async () => {
  const end = holdDraft(keyOf('T-1'), nothing)
  await untilHeld('T-1', ['exclusive'])
  const [{ name = '' } = {}] = (await navigator.locks.query()).held ?? []
  const looked = Promise.withResolvers<void>()
  const look = navigator.locks.request(name, { mode: 'shared' }, () => looked.promise)
  end()
  await untilHeld('T-1', ['shared'])
  const onRefused = vi.fn()
  const endNext = holdDraft(keyOf('T-1'), { ...nothing, onRefused })
  // Long enough for a request that is answered while the other tab still looks.
  for (let turn = 0; turn < 5; turn++) await heldFor('T-1')
  looked.resolve()
  await look
  await untilHeld('T-1', ['exclusive'])
  expect(onRefused).not.toHaveBeenCalled()
  endNext()
})

test('a second tab is refused while the first edits, hears when it ends, and can ask for the draft', async () => {
  const endFirst = Promise.withResolvers<void>()
  const end = endFirst.resolve
  void navigator.locks.request(['tavla draft', ...keyOf('T-2')].join('\n'), () => endFirst.promise)
  await untilHeld('T-2', ['exclusive'])
  const onRefused = vi.fn()
  const endRefused = holdDraft(keyOf('T-2'), { ...nothing, onRefused })
  await expect.poll(() => onRefused.mock.calls.length).toBe(1)
  endRefused()
  const heard: boolean[] = []
  const stop = watchHolder(keyOf('T-2'), (isElsewhere) => heard.push(isElsewhere))
  await expect.poll(() => heard).toEqual([true])
  const asked = askForDraft(keyOf('T-2'))
  end()
  await asked
  await expect.poll(() => heard).toEqual([true, false])
  await untilHeld('T-2', [])
  stop()
})

test('a tab that ends its own editing does not hear that another one edits', async () => {
  const end = holdDraft(keyOf('T-3'), nothing)
  await untilHeld('T-3', ['exclusive'])
  const heard: boolean[] = []
  end()
  const stop = watchHolder(keyOf('T-3'), (isElsewhere) => heard.push(isElsewhere))
  await untilHeld('T-3', [])
  for (let turn = 0; turn < 5; turn++) await heldFor('T-3')
  expect(heard).toEqual([])
  stop()
})
