import { expect, test } from 'vitest'
import { makeTestSite } from '../../../testing/test-site.ts'
import { Progress } from './progress.ts'

const { site } = await makeTestSite()
/** The progress as a starting process reads it. */
const found = (mailbox = 'INBOX') => Progress.of(site, 'Desk', mailbox)

test('progress counts the times that a mail was begun and not ended, unless another fault ended it', async () => {
  const progress = await found()
  expect([progress.last, await progress.begin(5)]).toEqual([0, 0])
  const second = await found()
  expect(await second.begin(5)).toBe(1)
  await second.undo()
  const third = await found()
  expect(await third.begin(5)).toBe(1)
  expect(await (await found()).begin(5)).toBe(2)
  expect(await third.end(5, 6)).toBe(0)
  expect(await (await found()).begin(6)).toBe(1)
  // Uids of another mailbox mean other mails.
  expect(await (await found('Orders')).begin(6)).toBe(0)
})
