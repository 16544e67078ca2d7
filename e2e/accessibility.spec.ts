import { expectAccessible, expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { atList, beginEditing, openList } from './screens.ts'

test.beforeEach(() => test.slow())

test('the sign-in screens are accessible in light and dark @he', async ({ page, t }) => {
  for (const address of ['/login', '/forgot-password', '/validate-password?key=any']) {
    await page.goto(address)
    await expect(page.getByRole('heading')).toBeVisible()
    await page.getByRole('button').last().click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessibleByDayAndNight(page)
  }
  await expect(page.getByText(t('Password is required.'))).toBeVisible()
})

test('home, profile, a missing page and a record are accessible in light and dark @once', async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('home, profile and a missing page are accessible in light and dark', async () => {
    await page.goto('/app')
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('button', { name: t('User menu') }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('menuitem', { name: t('My Profile') }).click()
    await expect(page.getByRole('main').getByRole('heading', { name: t('My Profile') })).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await page.goto('/nowhere')
    await expect(page.getByText(t('Page not found')).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a record is accessible in light and dark, read-only and in edit mode', async () => {
    await page.goto('/app/Task/TASK-0001')
    await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await beginEditing(page, t)
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('button', { name: t('Delete'), exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test('lists, cards and windows are accessible in light and dark @he', async ({ page, signIn, t }) => {
  await signIn(page)
  await test.step('lists and cards are accessible in light and dark', async () => {
    await openList(page, 'Task')
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('combobox', { name: t('Status') }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, { listOpen: true })
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('nothing has this text')
    await expect(page.getByText(t('No results'))).toBeVisible()
    await expectAccessible(page)
    await openList(page, 'Contact')
    await expectAccessibleByDayAndNight(page)
    await page
      .getByRole('button', { name: t('Delete'), exact: true })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('windows are accessible in light and dark', async () => {
    await openList(page, 'Task')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: t('Keyboard shortcuts') })).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('button', { name: t('Create') }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectAccessibleByDayAndNight(page)
  })
})

test('no screen is wider than a phone, where list and record replace each other @he', async ({ page, signIn, t }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const address of ['/login', '/forgot-password', '/validate-password?key=any']) {
    await page.goto(address)
    await expect(page.getByRole('heading')).toBeVisible()
    await expectNoSideways(page)
  }
  await signIn(page)
  for (const address of ['/app', '/profile', '/nowhere']) {
    await page.goto(address)
    await expect(
      page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('textbox')).first(),
    ).toBeVisible()
    await expectNoSideways(page)
  }
  await openList(page, 'Contact')
  await expectNoSideways(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: t('Main menu') }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('Task') })
    .click()
  await expect(page).toHaveURL(atList('Task'))
  const rows = page.getByRole('article')
  await expect(rows.first()).toBeVisible()
  await expectNoSideways(page)
  await rows.nth(2).getByRole('link').click()
  await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  await expect(rows.first()).toBeHidden()
  await expectNoSideways(page)
  await expectAccessible(page)
  await beginEditing(page, t)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: t('Close'), exact: true }).click()
  await page.getByRole('button', { name: t('Back') }).click()
  await expect(page).toHaveURL(atList('Task'))
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoSideways(page)
})
