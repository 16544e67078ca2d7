import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a backup is taken by a press, and says in words that it was brought back and compared @he', async ({
  page,
  openProject,
  t,
}) => {
  await openProject(page, 'demo', 'backups')
  await page.getByRole('button', { name: t('Back Up Now') }).click()
  const line = page
    .getByRole('list', { name: t('Backups') })
    .getByRole('link')
    .first()
  // A proof starts the program on the copy.
  await expect(line.locator('[data-tone="success"]')).toBeVisible({ timeout: 60_000 })
  await line.click()
  const pinned = page.getByRole('checkbox', { name: t('Pinned') })
  await pinned.click()
  await expect(pinned).toBeChecked()
  await expectAccessibleByDayAndNight(page)

  await page.getByRole('tab', { name: t('HQ Info'), exact: true }).click()
  await expect(page.locator('.backup-state')).toContainText(t('Proven'))
})
