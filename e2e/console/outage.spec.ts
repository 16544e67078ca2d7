import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { rowOf } from '../screens.ts'
import { startHq } from '../site.ts'
import { expect, test } from './fixtures.ts'
import { killSite, projectFolder, startAgain } from './hq.ts'

test('a project that crashes is shown going down and coming back @once', async ({
  page,
  context,
  site,
  openProject,
  ownProject,
  t,
}) => {
  test.slow()
  await openProject(page, ownProject)
  const list = await context.newPage()
  await list.goto('/project')
  const row = rowOf(list, ownProject)
  await expect(row).toContainText(t('Running', undefined, 'status'))
  await expect(page.getByRole('region', { name: t('Health') })).toContainText(t('Healthy'))
  await killSite(projectFolder(site, ownProject))
  await expect(row).toContainText(t('Provisioning', undefined, 'status'))
  await expect(row).toContainText(t('Running', undefined, 'status'), { timeout: 30_000 })
  await expect(page.getByRole('region', { name: t('Events') })).toContainText(t('The site ended by itself.'))
  await expect(page.getByRole('region', { name: t('Health') })).toContainText(t('Healthy'), { timeout: 15_000 })
})

test.describe('with an HQ of its own', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
    baseURL: async ({}, use) => use(undefined),
  })

  test('the console shows that HQ is down, and reconnects by itself; projects run on @he', async ({
    page,
    language,
    t,
  }) => {
    test.setTimeout(120_000)
    const hq = await startHq()
    let stopAgain = async () => {}
    try {
      const data = { user: 'Administrator', password: hq.passwordOf('Administrator') }
      await page.request.post(`${hq.url}/api/auth/login`, { data })
      await page.request.put(`${hq.url}/api/user/Administrator`, { data: { language } })
      await page.goto(`${hq.url}/project?layout=List`)
      const row = rowOf(page, 'demo')
      await expect(row).toContainText(t('Running', undefined, 'status'), { timeout: 20_000 })
      const processOfDemo = () => readFile(path.join(projectFolder(hq, 'demo'), 'tavla.pid'), 'utf8')
      const before = await processOfDemo()

      await killSite(hq.folder)
      const state = page.getByRole('banner').getByRole('status')
      // The socket tries again; a call without an answer says at once that there is no connection.
      await expect(state).toContainText(new RegExp(`${t('Connecting…')}|${t('No connection')}`))
      // A read that failed in the meantime is repeated, too.
      await page.getByRole('searchbox').fill('demo')
      await page.keyboard.press('End')
      await expect(page.getByRole('alert')).toContainText(/./)

      stopAgain = await startAgain(hq)
      await expect(state).toBeEmpty({ timeout: 40_000 })
      await expect(row).toContainText(t('Running', undefined, 'status'))
      expect(await processOfDemo()).toBe(before)
    } finally {
      await stopAgain()
      await hq.stop()
    }
  })
})
