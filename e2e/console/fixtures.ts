import { type APIRequestContext, type Page, request } from '@playwright/test'
import { type Api, apiOf } from '../api.ts'
import { test as base, expect } from '../fixtures.ts'
import { startHq } from '../site.ts'

interface ConsoleFixtures {
  /** Signs in to HQ and, by its token, to the server of a project; then opens a screen of it. */
  openProject(page: Page, id: string, tab?: string): Promise<void>
  /** Signs in to HQ and, by its token, to the server of the project `demo`, in the language under test; then opens a tab of it. */
  openTab(page: Page, tab: string): Promise<void>
}

interface ConsoleWorkerFixtures {
  /** The id of a running project of this worker's own, for tests that delete or stop it. */
  ownProject: string
  /** Another user's calls to the server of the project `demo`, as its `Administrator`. */
  staging: Api
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
      // Ports away from those of the workers' HQs, which start at 8100: a port that is free for a moment must not be
      // taken by one of them.
      const start = 8200 + 50 * parallelIndex
      await api.update('Server', { id: 'main', port_range_start: start, port_range_end: start + 49 })
      await api.create('Project', { id: 'own', project_name: 'Own', server: 'main', color: 'Orange' })
      await use('own')
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  staging: [
    async ({ site, api, language }, use) => {
      await untilRunning(api, 'demo')
      const context = await request.newContext({ baseURL: await hostOf(api, site.url) })
      await signInByToken(api, context, '')
      const staging = apiOf(context, site.passwordOf)
      // Its messages have the language of the signed-in user.
      await staging.update('User', { id: 'Administrator', language })
      await use(staging)
      await context.dispose()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  openTab: async ({ signIn, site, api, staging }, use) => {
    // The language is set before a test signs in.
    await staging.read('User', 'Administrator')
    await use(async (page, tab) => {
      await signIn(page)
      await signInByToken(api, page.request, await hostOf(api, site.url))
      await page.goto(`/project/demo/${tab}`)
    })
  },
  openProject: async ({ signIn, api }, use) => {
    await use(async (page, id, tab = 'HQ_info') => {
      await untilRunning(api, id)
      await signIn(page)
      await page.goto(`/project/${id}/${tab}`)
    })
  },
})

async function untilRunning(api: Api, id: string): Promise<void> {
  const state = async () => {
    const { status, last_error: error } = await api.read('Project', id)
    return [status, error].filter(Boolean).join(': ')
  }
  await expect.poll(state, { timeout: 50_000 }).toBe('Running')
}

/**
 * The origin at which the browser reaches the server of `demo`: under the host name of HQ, so that cookies
 * stay on one site.
 */
async function hostOf(api: Api, hq: string): Promise<string> {
  const url = new URL(String((await api.read('Project', 'demo')).staging_url))
  url.hostname = new URL(hq).hostname
  return url.origin
}

async function signInByToken(api: Api, context: APIRequestContext, host: string): Promise<void> {
  const call = { data: { data: {} } }
  const made = await api.request.post('/api/entity/Project/demo?run_method=create_login_token', call)
  const { token } = ((await made.json()) as { data: { token: string } }).data
  const login = await context.post(`${host}/api/auth/login_with_token`, { data: { token } })
  expect(await login.json()).toMatchObject({ message: 'Logged In' })
}

export { expect }
