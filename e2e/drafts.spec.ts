import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { cut } from './queue.ts'
import { detailsOf, draftKeys, openToEdit, rowOf, unique } from './screens.ts'

test.use({ ownContext: true })

type Say = (source: string, args?: string[]) => string

const step = (page: Page, t: Say, name: string) =>
  detailsOf(page, t).getByRole('button', { name: t(name), exact: true })
const subjectOf = (page: Page, t: Say) => detailsOf(page, t).getByLabel(t('Subject'), { exact: true })
const barOf = (page: Page, t: Say) => page.getByRole('alert').filter({ hasText: t('Continue') })

test('a form survives a tab that is killed, and its draft is continued or discarded @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const before = `Plan ${unique()}`
  const { id } = await api.create('Task', { subject: before })
  await signIn(page)
  await openToEdit(page, t, `Task/${id}`)
  const typed = `Half ${unique()}`
  await subjectOf(page, t).fill(typed)
  await expect(page).toHaveTitle(/^• /)
  await expect(detailsOf(page, t).getByText(t('Unsaved changes'), { exact: true })).toBeVisible()
  // The row is marked as soon as the draft is in the browser's database.
  const again = await page.context().newPage()
  await expect(rowOf(page, id).getByText(t('Unsaved changes'))).toBeAttached()
  await page.close()

  await again.goto(`/app/Task/${id}`)
  await expect(barOf(again, t)).toBeVisible()
  await expect(again).toHaveTitle(/^• /)
  await expect(rowOf(again, id).getByText(t('Unsaved changes'))).toBeAttached()
  await expectAccessibleByDayAndNight(again)
  // A step by keys leaves the focus at the next one, though its own button is gone.
  await step(again, t, 'Discard').press('Enter')
  await expect(barOf(again, t)).toBeHidden()
  await expect(step(again, t, 'Edit')).toBeFocused()
  await again.keyboard.press('ControlOrMeta+Z')
  await step(again, t, 'Continue').press('Enter')
  await expect(subjectOf(again, t)).toHaveValue(typed)
  await expect(subjectOf(again, t)).toBeFocused()
  await step(again, t, 'Save').click()
  await expect(detailsOf(again, t).getByRole('heading', { level: 2, name: typed })).toBeVisible()
  await expect(barOf(again, t)).toBeHidden()
  await expect(rowOf(again, id).getByText(t('Unsaved changes'))).toHaveCount(0)
  expect(await api.read('Task', id)).toMatchObject({ subject: typed })
})

test('one of three tabs edits a record, and another takes the draft over @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
  await signIn(page)
  await openToEdit(page, t, `Task/${id}`)
  const other = await page.context().newPage()
  await other.goto(`/app/Task/${id}`)
  const elsewhere = t('You are editing this record in another tab.')
  const editHere = (tab: Page) => tab.getByRole('button', { name: t('Edit Here') }).click()
  await expect(other.getByText(elsewhere)).toBeVisible()
  await expectAccessibleByDayAndNight(other)
  // A form without changes has no draft to bring along.
  await editHere(other)
  await expect(subjectOf(other, t)).toHaveValue(/^Plan/)
  await editHere(page)
  const typed = `Here ${unique()}`
  await subjectOf(page, t).fill(typed)
  await expect(other.getByText(elsewhere)).toBeVisible()
  await editHere(other)
  await expect(subjectOf(other, t)).toHaveValue(typed)
  await expect(page.getByText(elsewhere)).toBeVisible()
  await expect(subjectOf(page, t)).toHaveCount(0)
  const third = await page.context().newPage()
  await third.goto(`/app/Task/${id}`)
  await expect(third.getByText(elsewhere)).toBeVisible()
  await step(other, t, 'Save').click()
  await expect(page.getByText(elsewhere)).toBeHidden()
  await expect(third.getByText(elsewhere)).toBeHidden()
  await expect(barOf(page, t)).toBeHidden()
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: typed })).toBeVisible()
})

test('leaving a changed form keeps its draft for later by Enter @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
  await signIn(page)
  await openToEdit(page, t, `Task/${id}`)
  await subjectOf(page, t).fill('Begun')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Home') })
    .click()
  await expect(page.getByRole('button', { name: t('Keep for Later') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app$/)
  await page.goto(`/app/Task/${id}`)
  await step(page, t, 'Edit').click()
  await expect(subjectOf(page, t)).toHaveValue('Begun')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await page.evaluate(draftKeys)).flat()).not.toContain(id)
  await page.reload()
  await expect(step(page, t, 'Edit')).toBeEnabled()
  await expect(barOf(page, t)).toBeHidden()
})

test('a browser that keeps nothing says so once, and work goes on @he', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The storage is full', 'QuotaExceededError')
    }
  })
  await signIn(page)
  await openToEdit(page, t, `Task/${id}`)
  await subjectOf(page, t).fill('Kept nowhere')
  const notice = page.locator('.notice').filter({ hasText: t('This browser cannot keep drafts.') })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: t('Close') }).click()
  await subjectOf(page, t).fill('Saved all the same')
  await step(page, t, 'Save').click()
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: 'Saved all the same' })).toBeVisible()
  await expect(notice).toHaveCount(0)

  // A save that gets no answer has nowhere to wait: the form keeps it.
  const reconnect = await cut(page)
  await step(page, t, 'Edit').click()
  await subjectOf(page, t).fill('Waits in the form')
  await step(page, t, 'Save').click()
  const window = page.getByRole('alertdialog')
  await window.getByRole('button', { name: t('Ok') }).click()
  await expect(subjectOf(page, t)).toHaveValue('Waits in the form')
  await expect(notice).toHaveCount(0)
  await reconnect()
  await step(page, t, 'Save').click()
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: 'Waits in the form' })).toBeVisible()
})

test('a draft outlives the other language and a wrong clock, and ends after 14 days @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
  const isMarked = rowOf(page, id).locator('.draft-mark')
  await signIn(page, await api.createUser())
  await page.clock.setFixedTime(Date.now() + 86_400_000)
  await openToEdit(page, t, `Task/${id}`)
  await subjectOf(page, t).fill('Typed tomorrow')
  await expect(isMarked).toBeAttached()
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: 'עברית' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
  await page.reload()
  await page.getByRole('button', { name: 'המשך' }).click()
  await expect(page.locator('.field-edit[data-field="subject"] input')).toHaveValue('Typed tomorrow')

  await page.goto('/app')
  await page.clock.setFixedTime(Date.now() + 16 * 86_400_000)
  await page.goto(`/app/Task/${id}`)
  await expect(rowOf(page, id)).toBeVisible()
  await expect.poll(() => page.evaluate(draftKeys)).toEqual([])
  await expect(isMarked).toHaveCount(0)
})
