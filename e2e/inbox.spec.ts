import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test.beforeEach(() => test.slow())

/** A task about which somebody else tells a person so many things; resolves with the subject. */
async function mention(api: Api, user: string, text = 'Please look'): Promise<{ id: string; subject: string }> {
  const subject = `Roof ${unique()}`
  const { id } = await api.create('Task', { subject })
  await api.create('Note', { reference_entity: 'Task', reference_id: id, text: `${text} @[${user}]` })
  return { id, subject }
}

const rowsOf = (page: Page, label: string) => page.getByRole('list', { name: label, exact: true }).getByRole('listitem')

test('somebody who is mentioned hears of it by the bell, and works through the panel by keys', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const user = await api.createUser()
  await signIn(page, user)
  await page.goto('/app/Task')
  const bell = page.getByRole('banner').getByRole('button', { name: t('Inbox') })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(bell).toHaveAccessibleName(t('Inbox'))
  const first = await mention(api, user)
  const unread = (count: number) => (count === 0 ? t('Inbox') : `${t('Inbox')} ${count} ${t('Unread')}`)
  await expect(bell).toHaveAccessibleName(unread(1))
  const second = await mention(api, user)
  await expect(bell).toHaveAccessibleName(unread(2))

  const panel = page.getByRole('dialog', { name: t('Inbox') })
  const row = (subject: string) => rowsOf(page, t('For me')).filter({ hasText: subject })
  await test.step('the panel says who did what, and Enter opens the record and reads the row', async () => {
    await bell.press('Enter')
    await expect(row(second.subject)).toContainText(t('{0} mentioned you', ['Administrator']))
    await expectAccessibleByDayAndNight(page)
    await page.keyboard.press('j')
    await expect(row(second.subject).getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/app/Task/${second.id}\\?tab=communication$`))
    await expect(bell).toHaveAccessibleName(unread(1))
    await expect(panel).toBeVisible()
  })

  await test.step('E is done and can be undone, H puts off until a time, U turns', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(row(first.subject).getByRole('link')).toBeFocused()
    await page.keyboard.press('e')
    await expect(row(first.subject)).toHaveCount(0)
    await expect(bell).toHaveAccessibleName(unread(0))
    await expect(row(second.subject).getByRole('link')).toBeFocused()
    const notice = page.locator('.notice').filter({ hasText: t('Marked as done') })
    await expect(notice.getByRole('button', { name: t('Undo') })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(row(first.subject)).toBeVisible()
    await expect(bell).toHaveAccessibleName(unread(1))
    await page.keyboard.press('u')
    await expect(bell).toHaveAccessibleName(unread(2))
    await page.keyboard.press('h')
    await page.getByRole('menuitem', { name: t('Tomorrow') }).click()
    await expect(row(second.subject)).toHaveCount(0)
    await panel.getByRole('tab', { name: t('Later') }).click()
    const later = rowsOf(page, t('Later')).filter({ hasText: second.subject })
    await expect(later).toContainText('08:00')
    await panel.getByRole('tab', { name: t('For me') }).click()
    await expect(row(first.subject)).toBeVisible()
  })

  await test.step('Escape closes the panel; opening a record reads what it told', async () => {
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bell).toHaveAccessibleName(unread(1))
    await page.goto(`/app/Task/${first.id}`)
    await expect(bell).toHaveAccessibleName(unread(0))
  })
})

test('the inbox is a page: all is read at once, what one follows stands apart, and an empty part says so', async ({
  page,
  context,
  api,
  signIn,
  t,
}) => {
  const user = await api.createUser()
  await signIn(page, user)
  const { id, subject } = await mention(api, user)
  await page.request.post(`/api/entity/Task/${id}?run_method=follow`, { data: { data: { following: 1 } } })
  await api.update('Task', { id, priority: 'High' })
  await page.goto('/app')
  const link = page.getByRole('navigation', { name: t('Main menu') }).getByRole('link', { name: t('Inbox') })
  await expect(link).toHaveAccessibleName(`${t('Inbox')} 2 ${t('Unread')}`)
  await link.click()
  await expect(page.getByRole('banner').getByRole('heading', { name: t('Inbox') })).toBeVisible()
  await expect(rowsOf(page, t('For me')).filter({ hasText: subject })).toBeVisible()
  await page.getByRole('tab', { name: t('Following') }).click()
  await expect(rowsOf(page, t('Following')).filter({ hasText: subject })).toContainText(
    t('{0} changed this record', ['Administrator']),
  )
  const other = await context.newPage()
  await other.goto('/app/~inbox')
  const otherBell = other.getByRole('banner').getByRole('button', { name: t('Inbox') })
  await expect(otherBell).toHaveAccessibleName(`${t('Inbox')} 2 ${t('Unread')}`)
  await page.getByRole('button', { name: t('Mark all as read') }).click()
  await expect(link).toHaveAccessibleName(t('Inbox'))
  await expect(otherBell).toHaveAccessibleName(t('Inbox'))
  await other.close()
  await page
    .locator('.notice')
    .getByRole('button', { name: t('Undo') })
    .click()
  await expect(link).toHaveAccessibleName(`${t('Inbox')} 2 ${t('Unread')}`)
  await page.getByRole('tab', { name: t('Later') }).click()
  await expect(page.getByText(t('Nothing is waiting for you.'))).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(t('Mark as done'))
  await page.keyboard.press('Escape')

  await test.step('on a phone the bell leads to the page, and a thumb is enough', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/app/Task')
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('Inbox') })
      .click()
    await expect(page).toHaveURL(/\/app\/~inbox$/)
    const row = rowsOf(page, t('For me')).filter({ hasText: subject })
    await expect(row).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    await row.getByRole('button', { name: t('Done', undefined, 'notification') }).click()
    await expect(row).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})
