import type { Page } from '@playwright/test'
import { limits } from '@tavla/contract'
import { editRecord } from './bad-input.ts'
import { expect, test } from './fixtures.ts'
import { openList, unique, watchListReads } from './screens.ts'

const megabyte = 'word אבג 😀\n'.repeat(82_000)

test('a megabyte is cut to what fits or refused with a message, and a stored one shows its beginning @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a pasted megabyte is cut to the limit of a line, and refused with a message where text may be long', async () => {
    const { id } = await api.create('Task', { subject: `Paste ${unique()}` })
    const { field, details } = await editRecord(page, `/app/Task/${id}`, t)
    await field('Subject').fill('')
    await paste(page, megabyte)
    const line = await field('Subject').inputValue()
    expect(line.length).toBeLessThanOrEqual(140)
    expect(line.length).toBeGreaterThan(130)

    await field('Summary').focus()
    await paste(page, 'a'.repeat(1_001))
    await page.keyboard.press('ControlOrMeta+s')
    const tooLong = t('{0} is too long (maximum {1} characters)', [{ translate: 'Summary' }, 1_000])
    await expect(field('Summary')).toHaveAccessibleDescription(tooLong)
    // No pasted text is lost.
    expect((await field('Summary').inputValue()).length).toBe(1_001)

    await field('Summary').press('Backspace')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    const saved = await api.read('Task', id)
    expect(saved.subject).toBe(line.trim())
    expect(saved.summary).toBe('a'.repeat(1_000))
  })

  await test.step('a record with a megabyte of text shows its beginning', async () => {
    const subject = `Book ${unique()}`
    const { id } = await api.create('Task', { subject, long_notes: megabyte, snippet: megabyte })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
    expect((await details.textContent())?.length).toBeLessThan(50_000)
    await page.getByRole('searchbox').fill(subject)
    await expect(page.getByRole('article')).toHaveCount(1)
    expect((await page.getByRole('article').textContent())?.length).toBeLessThan(2_000)
  })

  await test.step('a megabyte in search, quick filters and a link is cut to what fits, and can be cleared', async () => {
    const { id } = await api.create('Task', { subject: `Search ${unique()}` })
    await openList(page, 'Contact')
    const reads = watchListReads(page, 'Contact')
    const search = page.getByRole('searchbox')
    await search.focus()
    await paste(page, megabyte)
    await expect(page.getByText(t('No results'))).toBeVisible()
    expect(reads.at(-1)?.get('search')?.length).toBeLessThanOrEqual(limits.searchLength)
    await page
      .getByRole('button', { name: t('Clear'), exact: true })
      .last()
      .click()
    await expect(search).toHaveValue('')
    await expect(page.getByRole('article').first()).toBeVisible()

    const company = page.locator('.quick-filter').getByRole('textbox', { name: t('Company') })
    await company.focus()
    await paste(page, megabyte)
    await expect(page.getByText(t('No results'))).toBeVisible()
    expect((await company.inputValue()).length).toBeLessThanOrEqual(140)
    // The address updates after a pause in typing.
    await expect(page).toHaveURL(/filters=/)
    await page.reload()
    await expect(page.getByText(t('No results'))).toBeVisible()

    const { field } = await editRecord(page, `/app/Task/${id}`, t)
    await field('Contact').focus()
    await paste(page, megabyte)
    await expect(page.getByText(t('No results'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field('Contact')).toHaveValue('')
  })
})

/** Inserts a text at the focus at once. */
const paste = (page: Page, text: string): Promise<void> => page.keyboard.insertText(text)
