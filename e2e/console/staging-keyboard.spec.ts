import { expectFocus, goTo } from '../keys.ts'
import { rowOf } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('people and roles of a project are worked on by keys @he', async ({ page, openTab, language, t }) => {
  await test.step('actions on a person work by keys, and the focus comes back', async () => {
    await openTab(page, 'users/staff@example.com')
    const details = page.getByRole('region', { name: t('Details'), exact: true })
    const more = details.getByRole('button', { name: t('Actions'), exact: true })
    const question = page.getByRole('alertdialog')
    await goTo(page, more)
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press(key)
      await expectFocus(page.getByRole('menuitem', { name: t('End Sessions') }))
      await page.keyboard.press('ArrowDown')
      await expectFocus(page.getByRole('menuitem', { name: t('Disable User') }))
      await page.keyboard.press('Enter')
      await expectFocus(question.getByRole('button', { name: t('Confirm') }))
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expectFocus(more)
    }
    await goTo(page, details.getByRole('tab', { name: t('Details'), exact: true }))
    await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
    await expect(details.getByRole('rowheader').first()).toBeVisible()
    await goTo(page, details.getByRole('searchbox', { name: t('Search') }))
    await page.keyboard.type(t('Task'))
    await expect(details.getByRole('rowheader')).toHaveText([t('Task')])
  })

  await test.step('roles are opened in place, edited and left by keys', async () => {
    await page.goto('/project/demo/roles')
    await expect(rowOf(page, t('System Manager'))).toBeVisible()
    const profiles = page.getByRole('region', { name: t('Role Profile'), exact: true })
    const row = profiles.getByRole('button', { name: 'Staff', exact: true })
    await goTo(page, profiles.locator('[data-record][tabindex="0"]'))
    await page.keyboard.press('Home')
    while (!(await row.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: t('Details'), exact: true })
    await expect(details.getByRole('heading', { level: 2 })).toHaveText('Staff')
    await expectFocus(row)
    await page.keyboard.press('e')
    await expectFocus(details.getByLabel(t('Role Profile')).first())
    await page.keyboard.press('Escape')
    await expectFocus(details.getByRole('button', { name: t('Edit'), exact: true }))
    await page.keyboard.press('b')
    await expectFocus(row)
    await expect(page.getByText(t('Select a record'))).toBeVisible()
  })
})
