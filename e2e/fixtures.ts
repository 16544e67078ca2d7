import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import type { SessionInfo } from '@tavla/contract'
import { dictionaryOf, type TextArgs, translate } from '@tavla/i18n'
import { catalogueEntries } from '@tavla/i18n/catalogue'
import { type Api, signInToApi } from './api.ts'
import { borrowContext } from './kept-context.ts'
import { type RunningSite, startSite } from './site.ts'

type Language = 'en' | 'he'

interface Fixtures {
  /** Signs in through the API and sets the language under test; open a screen afterwards. Default: `Administrator`. */
  signIn(page: Page, user?: string): Promise<void>
  /** An interface text in the language under test, for locators. */
  t(source: string, args?: TextArgs, context?: string): string
  /** Fails a test if a page threw or violated the content security policy. */
  cleanPages: undefined
  /**
   * True gives each test a new context instead of its worker's: for a clock, code that must not be in the browser's cache,
   * or code that loads ahead. Tests with service workers have one anyway.
   */
  ownContext: boolean
}

interface WorkerFixtures {
  language: Language
  site: RunningSite
  api: Api
  /** The cookies with which this worker's tests signed in, by their users. */
  sessions: Map<string, Cookies>
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Tests of the staff site: a site for each worker, every test in both languages (tags `@once` and `@he` for one). */
export const test = base.extend<Fixtures, WorkerFixtures>({
  language: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
    async ({}, use, { project }) => {
      await use(project.name === 'he' ? 'he' : 'en')
    },
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [
    async ({ site }, use) => {
      const api = await signInToApi(site)
      await use(api)
      await api.request.dispose()
    },
    { scope: 'worker' },
  ],
  sessions: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here
    async ({}, use) => {
      await use(new Map())
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
  ownContext: [false, { option: true }],
  context: async ({ browser, ownContext, serviceWorkers, baseURL, viewport, contextOptions }, use) => {
    if (!ownContext && serviceWorkers === 'block')
      return borrowContext(browser, { baseURL, viewport, contextOptions }, use)
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => {
    await use(context.pages().at(-1) ?? (await context.newPage()))
  },
  signIn: async ({ site, sessions, language }, use) => {
    await use(async (page, user = 'Administrator') => {
      const context = page.context()
      await context.addCookies(sessions.get(user) ?? [])
      if (await isSignedIn(page, user, language)) return
      const login = await page.request.post('/api/auth/login', { data: { user, password: site.passwordOf(user) } })
      expect(await login.json()).toMatchObject({ message: 'Logged In' })
      const saved = await page.request.put(`/api/user/${encodeURIComponent(user)}`, { data: { language } })
      expect(saved.ok(), await saved.text()).toBe(true)
      sessions.set(user, await context.cookies(site.url))
    })
  },
  t: async ({ language }, use) => {
    const dictionary = dictionaryOf(catalogueEntries(), language)
    await use((source, args, context) => translate(dictionary, source, args, language, context))
  },
  cleanPages: [
    async ({ context }, use) => {
      // E2E_SLOWDOWN=4 runs pages at a quarter of the speed, which reveals code that needs a fast machine.
      const rate = Number(process.env.E2E_SLOWDOWN ?? 1)
      if (rate > 1) {
        for (const page of context.pages()) await slowDown(page, rate)
        context.on('page', (page) => slowDown(page, rate))
      }
      const problems: string[] = []
      const onError = (error: WebError) => problems.push(error.error().message)
      const onConsole = (message: ConsoleMessage) => {
        if (message.text().includes('Content Security Policy')) problems.push(message.text())
      }
      context.on('weberror', onError).on('console', onConsole)
      await use(undefined)
      context.off('weberror', onError).off('console', onConsole)
      // A call that is answered at the end of the test finds its page closed; that is no failure.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/** True if the session of an earlier test goes on: a new one costs a hash of the password and a write. */
async function isSignedIn(page: Page, user: string, language: Language): Promise<boolean> {
  const answer = await page.request.get('/api/auth/validate')
  const found: SessionInfo = await answer.json()
  return found.user === user && found.lang === language
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

export { expect }
