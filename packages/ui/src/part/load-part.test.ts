import { beforeEach, expect, test, vi } from 'vitest'
import { askBeforeLoading, LoadFailure, loadedPart, loadPart } from './load-part.ts'

beforeEach(() => askBeforeLoading(async () => true))

const failure = (load: () => Promise<unknown>) => loadPart(load).catch((error: unknown) => error)

test('a failed fetch of code differs from code that throws', async () => {
  expect(await loadPart(async () => 'part')).toBe('part')
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const error = await failure(() => Promise.reject(cause))
  expect(error).toBeInstanceOf(LoadFailure)
  expect(error).toMatchObject({ isAway: false, cause })
})

test('no code is fetched while the server is away, so that no file is remembered as missing', async () => {
  let asked = 0
  const load = async () => ++asked
  askBeforeLoading(async () => false)
  expect(await failure(load)).toMatchObject({ isAway: true })
  expect(asked).toBe(0)
  askBeforeLoading(async () => true)
  expect(await loadPart(load)).toBe(1)
})

test('code that was loaded once needs no server', async () => {
  const load = async () => 'part'
  expect(loadedPart(load)).toBeUndefined()
  await loadPart(load)
  askBeforeLoading(async () => false)
  expect(await loadPart(load)).toBe('part')
  expect(loadedPart(load)).toBe('part')
})

test('parts load ahead, with the parts that they bring, until one fails', async () => {
  // Other files of this worker have added the real parts to the module, which take ten seconds to load.
  vi.resetModules()
  const { addPart, warmParts } = await import('./load-part.ts')
  const loaded: string[] = []
  let isThere = false
  addPart(async () => {
    loaded.push('form')
    addPart(async () => loaded.push('calendar'))
  })
  addPart(async () => {
    if (!isThere) throw new Error('gone')
    loaded.push('window')
  })
  await warmParts()
  expect(loaded).toEqual(['form'])
  isThere = true
  await warmParts()
  expect(loaded).toEqual(['form', 'window', 'calendar'])
})
