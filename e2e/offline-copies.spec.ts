import { expect, test } from './fixtures.ts'
import { rowOf, unique } from './screens.ts'

test.use({ serviceWorkers: 'allow' })

test('list and record stay readable without a network, also after a reload, and are live again with one @he', async ({
  page,
  context,
  api,
  signIn,
  t,
}) => {
  const subject = `Read ${unique()}`
  const { id } = await api.create('Task', { subject, status: 'Open' })
  const unread = await api.create('Task', { subject: `Unread ${unique()}` })
  await signIn(page)
  await page.goto('/')
  const entities = page.locator('.home-section[data-part=entities]')
  await expect(entities).toContainText(t('Task'))
  await page
    .getByRole('navigation')
    // The number of open ones may follow.
    .getByRole('link', { name: new RegExp(`^${t('Task')}( |$)`) })
    .click()
  await rowOf(page, subject).getByRole('link').click()
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(subject)
  await expect
    .poll(() => page.evaluate(copiedPaths))
    .toEqual(expect.arrayContaining([`/api/entity/Task/${id}`, '/api/app/get_home']))
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')

  await context.setOffline(true)
  // The screen asks for its definition before the copies are open, and gets no answer for long.
  await page.route('**/api/entity/Task/meta', () => undefined, { times: 1 })
  await page.reload()
  const bar = page.locator('.connection')
  const asOf = t('Offline. As of {0}.').split('{0}')[0] ?? ''
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(subject)
  await expect(rowOf(page, subject)).toBeVisible()
  await expect(bar).toContainText(asOf)

  // A record that nobody read before says so in its place.
  await page.goto(`/app/Task/${unread.id}`)
  await expect(details.getByText(t('This needs a connection.'))).toBeVisible()
  await expect(rowOf(page, subject)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  // So does the start page, with what was read last.
  await page.goto('/')
  await expect(entities).toContainText(t('Task'))
  await expect(page.getByText(t('This part could not be loaded.'))).toHaveCount(0)
  await expect(bar).toContainText(asOf)
  await page.goto(`/app/Task/${id}`)

  await api.update('Task', { id, subject: `${subject} again` })
  await context.setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar).toBeEmpty()
  await expect(rowOf(page, `${subject} again`)).toBeVisible()
})

/** The paths of the answers that the browser keeps. */
async function copiedPaths(): Promise<string[]> {
  const asked = indexedDB.open('tavla')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const read = asked.result.transaction('copies').objectStore('copies').getAllKeys()
  await new Promise((resolve) => read.addEventListener('success', resolve))
  asked.result.close()
  return read.result.map((key) => String((key as string[])[3]))
}
