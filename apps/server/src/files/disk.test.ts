import { open } from 'node:fs/promises'
import { Problem } from '@tavla/contract'
import { expect, test } from 'vitest'
import { diskProblem } from './disk.ts'

test('a full disk becomes a clear problem, any other error stays unchanged', async ({ skip }) => {
  const full = await open('/dev/full', 'w').catch(() => skip('this system has no disk that is always full'))
  const error = await full.write('x').catch((problem: unknown) => problem)
  await full.close()
  expect(diskProblem(error)).toMatchObject({ status: 503, type: 'Unavailable' })
  const other = new Error('something else')
  expect(diskProblem(other)).toBe(other)
  expect(diskProblem(other)).not.toBeInstanceOf(Problem)
})
