import type { Page } from '@playwright/test'
import { test as base, expect } from '../fixtures.ts'
import { startHq } from '../site.ts'

interface ConsoleFixtures {
  /** Signs in to HQ and, by its token, to the server of a project; then opens a screen of it. */
  openProject(page: Page, id: string, tab?: string): Promise<void>
}

/** Tests of the console: an HQ with the real project `demo` for each worker, every test in both languages. */
export const test = base.extend<ConsoleFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
    async ({}, use) => {
      const site = await startHq()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  openProject: async ({ signIn, api }, use) => {
    await use(async (page, id, tab = 'HQ_info') => {
      const state = async () => {
        const { status, last_error: error } = await api.read('Project', id)
        return [status, error].filter(Boolean).join(': ')
      }
      await expect.poll(state, { timeout: 20_000 }).toBe('Running')
      await signIn(page)
      await page.goto(`/project/${id}/${tab}`)
    })
  },
})

export { expect }
