import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { DiskReserve } from './disk-reserve.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a folder that is missing for a moment does not end the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tavla-reserve-'))
  const heard = vi.fn()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const reserve = new DiskReserve(folder, true, heard)
  reserve.start()
  await rm(folder, { recursive: true })
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow()
  await reserve.stop()
  expect(heard).not.toHaveBeenCalled()
})
