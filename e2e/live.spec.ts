import { expect, test } from './fixtures.ts'
import { openList, rowOf, unique } from './screens.ts'

test('new, changed and deleted records of others appear by themselves, or on a press while the reader is amid the list @he', async ({
  page,
  context,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a change in one window appears in the other without a reload', async () => {
    const word = unique()
    const { id } = await api.create('Task', { subject: `Bread ${word}`, status: 'Open' })
    await openList(page, 'Task')
    const other = await context.newPage()
    await other.goto(`/app/Task/${id}`)
    const details = other.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await details.getByLabel(t('Subject'), { exact: true }).fill(`Rolls ${word}`)
    await details.getByRole('button', { name: t('Save'), exact: true }).click()
    await expect(rowOf(page, `Rolls ${word}`)).toBeVisible()
    await expect(rowOf(page, `Bread ${word}`)).toHaveCount(0)
  })

  await test.step('a new record appears by itself at the top of the list', async () => {
    const word = unique()
    await openList(page, 'Task')
    await api.create('Task', { subject: `New ${word}` })
    await expect(rowOf(page, `New ${word}`)).toBeVisible()
  })

  await test.step('a new record is announced to a reader who has scrolled, and inserted on a press', async () => {
    const word = unique()
    await openList(page, 'Task')
    // Its arrival shows that the list is live.
    await api.create('Task', { subject: `Live ${word}` })
    await expect(rowOf(page, `Live ${word}`)).toBeVisible()
    const area = page.getByRole('main').getByRole('list').last().locator('xpath=..')
    await area.evaluate((element) => {
      element.scrollTop = 340
    })
    const stays = page.getByRole('article').nth(5)
    const text = await stays.textContent()
    await api.create('Task', { subject: `New ${word}` })
    const news = page.getByRole('button', { name: t('{0} new', [1]) })
    await expect(news).toBeVisible()
    await expect(stays).toHaveText(text ?? '')
    await news.click()
    await expect(rowOf(page, `New ${word}`)).toBeVisible()
    await expect(news).toBeHidden()
  })

  await test.step('a deleted record leaves the list', async () => {
    const word = unique()
    const { id } = await api.create('Task', { subject: `Gone ${word}` })
    await openList(page, 'Task')
    await expect(rowOf(page, word)).toBeVisible()
    await api.remove('Task', id)
    await expect(rowOf(page, word)).toHaveCount(0)
  })
})

test("an open record follows another user's changes, and shows its viewers @he", async ({
  page,
  api,
  browser,
  site,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Seen ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })

  const context = await browser.newContext({ baseURL: site.url })
  const other = await context.newPage()
  await signIn(other, 'staff@example.com')
  await other.goto(`/app/Task/${id}`)
  await expect(other.getByRole('region', { name: t('Details') }).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(details.getByText(t('{0} is also viewing this record', ['Noa Bar']))).toBeVisible()
  await other.close()
  await expect(details.getByText(t('{0} is also viewing this record', ['Noa Bar']))).toBeHidden()
  await context.close()

  const subject = `Changed ${unique()}`
  await api.update('Task', { id, subject })
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(subject)
})
