import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseLayout, openList, rowOf, unique, watchListReads } from './screens.ts'

test('order, fields and layout are chosen, stored for this person alone, and reset @he', async ({
  page,
  browser,
  api,
  site,
  signIn,
  t,
}) => {
  await test.step('order and fields are chosen, stored for this person alone, and reset', async () => {
    const person = await api.createUser()
    const word = unique()
    for (const [subject, status] of [
      ['Beta', 'Open'],
      ['Alpha', 'Done'],
    ] as const)
      await api.create('Task', { subject: `${subject} ${word}`, status })
    await signIn(page, person)
    await openList(page, 'Task')
    await page.getByRole('searchbox').fill(word)
    const titles = page.getByRole('article').getByRole('link')
    await expect(titles).toHaveText([`Alpha ${word}`, `Beta ${word}`])

    const reads = watchListReads(page, 'Task')
    await page.getByRole('button', { name: t('Display'), exact: true }).click()
    await page.getByRole('combobox', { name: t('Sort By') }).click()
    await page.getByRole('option', { name: t('Subject'), exact: true }).click()
    await expect.poll(() => reads.at(-1)?.get('order_by')).toMatch(/^subject /)
    await page.getByRole('combobox', { name: t('Sort Order') }).click()
    await page.getByRole('option', { name: t('Descending'), exact: true }).click()
    await expect(titles).toHaveText([`Beta ${word}`, `Alpha ${word}`])
    const status = page.getByRole('checkbox', { name: t('Status'), exact: true })
    const kept = keptWith(page, /"list_fields":\["/)
    await status.uncheck()
    await kept
    await expect(rowOf(page, `Beta ${word}`).getByText(t('Open', undefined, 'status'))).toHaveCount(0)

    await page.reload()
    await page.getByRole('searchbox').fill(word)
    await expect(titles).toHaveText([`Beta ${word}`, `Alpha ${word}`])
    await expect(rowOf(page, `Beta ${word}`).getByText(t('Open', undefined, 'status'))).toHaveCount(0)

    const context = await browser.newContext({ baseURL: site.url })
    const other = await context.newPage()
    await signIn(other)
    await openList(other, 'Task')
    await other.getByRole('searchbox').fill(word)
    await expect(other.getByRole('article').getByRole('link')).toHaveText([`Alpha ${word}`, `Beta ${word}`])
    await context.close()

    await page.getByRole('button', { name: t('Display'), exact: true }).click()
    await page.getByRole('button', { name: t('Reset to Default') }).click()
    await expect(titles).toHaveText([`Alpha ${word}`, `Beta ${word}`])
    await expect(rowOf(page, `Beta ${word}`).getByText(t('Open', undefined, 'status'))).toBeVisible()
  })

  await test.step('rows or cards are chosen and stored', async () => {
    const person = await api.createUser()
    await signIn(page, person)
    await openList(page, 'Task')
    const kept = keptWith(page, /"layout":"Tiles"/)
    await chooseLayout(page, t, 'Tiles')
    await kept
    const add = page.getByRole('listitem').getByRole('button', { name: t('Add'), exact: true })
    await expect(add).toBeVisible()
    await page.reload()
    await expect(add).toBeVisible()
  })
})

/** Waits until the server has stored a choice that contains `part`. */
const keptWith = (page: Page, part: RegExp) =>
  page.waitForResponse((response) => {
    const request = response.request()
    return /List(%20| )Setting/.test(request.url()) && part.test(request.postData() ?? '') && response.ok()
  })
