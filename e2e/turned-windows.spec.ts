import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { detailsOf, unique } from './screens.ts'

/** A tablet held across, upright as a phone is, and across again. */
async function turn(page: Page, expectKept: () => Promise<void>) {
  for (const width of [390, 800, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectKept()
  }
}

test.use({ viewport: { width: 1920, height: 900 } })

test('a window stays open with what was typed while the page gets narrow and wide again @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const family = `Baker ${unique()}`
  const { id } = await api.create('Contact', { contact_name: family })
  await api.create('Task', { subject: `Bread ${family}`, contact: id })
  await signIn(page)
  await page.goto(`/app/Contact/${id}`)
  const details = detailsOf(page, t)
  const window = page.getByRole('dialog')

  await test.step('that of a list, whose panel a phone has no room for beside a record', async () => {
    await expect(details.getByRole('heading', { name: family })).toBeVisible()
    await page.getByRole('button', { name: t('Tools'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('Export') }).click()
    const box = window.getByRole('checkbox', { name: t('With the ID') })
    await box.setChecked(!(await box.isChecked()))
    const isChecked = await box.isChecked()
    await turn(page, async () => {
      await expect(window).toBeVisible()
      await expect(box).toBeChecked({ checked: isChecked })
    })
    await page.keyboard.press('Escape')
    await expect(window).toHaveCount(0)
  })

  await test.step('that of a tab beside the form, which a narrow page shows in its place', async () => {
    await details.getByRole('tab', { name: t('Task') }).click()
    await expect(details.getByRole('tabpanel', { name: t('Details') })).toBeVisible()
    await details.getByRole('button', { name: t('New {0}', [t('Task')]) }).click()
    const box = window.getByRole('textbox', { name: t('Subject') })
    await box.fill('Label the jars')
    await turn(page, async () => {
      await expect(window).toBeVisible()
      await expect(box).toHaveValue('Label the jars')
      await expect(box).toBeFocused()
    })
  })
})
