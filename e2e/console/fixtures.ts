import type { Page } from '@playwright/test'
import { test as base, expect } from '../fixtures.ts'
import { startHq } from '../site.ts'

interface ConsoleFixtures {
  /** Signs in to HQ and, by its token, to the server of a project; then opens a screen of it. */
  openProject(page: Page, id: string, tab?: string): Promise<void>
}

interface ConsoleWorkerFixtures {
  /** The id of a running project of this worker's own, for tests that end it or stop it. */
  ownProject: string
}

/** Tests of the console: an HQ with the real project `demo` for each worker, every test in both languages. */
export const test = base.extend<ConsoleFixtures, ConsoleWorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
    async ({}, use) => {
      const site = await startHq()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  ownProject: [
    async ({ api }, use, { parallelIndex }) => {
      // A port that is let go for a moment must not be taken by an HQ of another worker, which begins at 8100.
      const start = 8200 + 50 * parallelIndex
      await api.update('Server', { id: 'main', port_range_start: start, port_range_end: start + 49 })
      await api.create('Project', { id: 'own', project_name: 'Own', server: 'main', color: 'Orange' })
      await use('own')
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
