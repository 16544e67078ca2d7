import type { Page, Request } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { away } from './queue.ts'
import { openList, rowOf, unique } from './screens.ts'
import type { RunningSite } from './site.ts'

test.use({ ownContext: true })

const everyCall = '**/api/**'

test('without a network the screen shows it, keeps its content, and recovers by itself @he', async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn(page)
  await openList(page, 'Task')
  const said = connection(page)
  await context.setOffline(true)
  await expect(said).toContainText(away(t))
  await expect(said.getByRole('button', { name: t('Retry') })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(false)
  await expect(said).toBeEmpty()
})

test('on a phone a lost connection is shown in words @he', async ({ page, context, signIn, t }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await signIn(page)
  await openList(page, 'Task')
  await context.setOffline(true)
  await expect(connection(page).getByText(away(t))).toBeInViewport()
  await context.setOffline(false)
  await expect(connection(page)).toBeEmpty()
})

test('live updates that fail alone are tried five times, then at a navigation and at online @once', async ({
  page,
  signIn,
  t,
}) => {
  let attempts = 0
  await page.route('**/socket.io/**', (route) => {
    attempts++
    return route.abort()
  })
  // The page's clock stands still between steps, and with it the time limits of its calls.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
  let asked = 0
  page.on('request', (request) => (asked += isHealth(request) ? 1 : 0))
  page.on('requestfinished', (request) => (asked -= isHealth(request) ? 1 : 0))
  page.on('requestfailed', (request) => (asked -= isHealth(request) ? 1 : 0))
  /** Advances the page's clock by two minutes; every check of the server is answered before the next one is due. */
  const passTime = async () => {
    for (let step = 0; step < 12; step++) {
      await expect.poll(() => asked).toBe(0)
      await page.clock.runFor(10_000)
    }
  }
  /** Advances the page's clock until so many attempts were made and the server was checked. */
  const passAttempts = async (count: number) => {
    const answer = page.waitForResponse('**/api/health/live', { timeout: 60_000 })
    await expect(async () => {
      expect(asked).toBe(0)
      await page.clock.runFor(1000)
      expect(attempts).toBe(count)
    }).toPass({ intervals: [20], timeout: 60_000 })
    await answer
    await expect(connection(page)).toContainText(away(t))
    await passTime()
    expect(attempts).toBe(count)
  }
  await page.clock.install()
  await signIn(page)
  await openList(page, 'Task')
  // Read beside the rows, and by a page whose clock has moved on for minutes perhaps never.
  // A badge with the number of open messages is part of the link's name.
  const contacts = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${t('Contact')}`) })
  await expect(contacts).toBeVisible()
  await passAttempts(5)
  await page.keyboard.press('Shift')
  await page.getByText(t('Records'), { exact: true }).click()
  await passTime()
  expect(attempts).toBe(5)
  await contacts.click()
  await passAttempts(10)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await passAttempts(15)
})

test('one unanswered call is enough to show it, and a press on Retry checks again @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: 'Before' })
  await signIn(page)
  const subject = await editSubject(page, id, t)
  await page.route(everyCall, (route) => route.abort())
  await subject.fill('Typed meanwhile')
  await page.keyboard.press('Control+s')
  const said = connection(page)
  await expect(said).toContainText(away(t))
  await said.getByRole('button', { name: t('Retry') }).click()
  await expect(said).toContainText(away(t))
  await expect(said).toContainText(t('Changes waiting to be sent: {0}', [1]))
  await expect(page.getByRole('heading', { level: 2, name: 'Typed meanwhile' })).toBeVisible()
  await page.unroute(everyCall)
  // The page also checks every ten seconds, and may have been first.
  await said
    .getByRole('button', { name: t('Retry') })
    .evaluateAll(([button]) => button?.isConnected && (button as HTMLElement).click())
  await expect(said).toBeEmpty()
  await expect.poll(async () => (await api.read('Task', id)).subject).toBe('Typed meanwhile')
})

test('a session that ended elsewhere is noticed without a press @once', async ({ page, api, site, signIn, t }) => {
  const user = await api.createUser()
  await signIn(page, user)
  await openList(page, 'Task')
  await endSessions(api, site, user)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(t('You need to sign in to continue.'))).toBeVisible()
})

test('a draft survives its session: it is saved after signing in in another tab @once', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: 'Before' })
  const user = await api.createUser()
  await signIn(page, user)
  const subject = await editSubject(page, id, t)
  await subject.fill('Typed before the end')
  await endSessions(api, site, user)
  const window = page.getByRole('dialog', { name: t('Sign in to continue') })
  await expect(window).toContainText(user)
  await expect(page).toHaveURL(new RegExp(`${id}$`))

  const tab = await page.context().newPage()
  await tab.goto('/login')
  await tab.getByLabel(t('Email'), { exact: true }).fill(user)
  await tab.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(user))
  await tab.keyboard.press('Enter')
  await expect(tab).toHaveURL(/\/app$/)
  await expect(window).toBeHidden()
  await tab.close()

  await expect(connection(page)).toBeEmpty()
  await expect(subject).toHaveValue('Typed before the end')
  await subject.press('Control+s')
  await expect.poll(async () => (await api.read('Task', id)).subject).toBe('Typed before the end')
})

test('leaving the draft of a new record asks first, and the draft survives its session @he', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const user = await api.createUser()
  const name = `New ${unique()}`
  await signIn(page, user)
  await page.goto('/app')
  await page
    .getByRole('region', { name: t('Records') })
    .getByRole('link', { name: t('Task') })
    .click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  const subject = page.getByRole('dialog').getByLabel(t('Subject'), { exact: true })
  await expect(subject).toBeFocused()
  await subject.fill(name)
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('You have unsaved changes.'))
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(subject).toHaveValue(name)

  await endSessions(api, site, user)
  const window = page.getByRole('dialog', { name: t('Sign in to continue') })
  await expect(window.getByLabel(t('Password'), { exact: true })).toBeFocused()
  await page.keyboard.type('not it')
  await page.keyboard.press('Enter')
  await expect(window.getByRole('alert')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await window.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(user))
  await page.keyboard.press('Enter')
  await expect(window).toBeHidden()
  await expect(subject).toHaveValue(name)
  await subject.press('Control+Enter')
  await expect(page.getByRole('region', { name: t('Details') }).getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(connection(page)).toBeEmpty()
})

test('a panel, an input or a window whose code cannot be loaded shows it, and the rest keeps working @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a panel whose code cannot be loaded shows it, and the list beside it keeps working', async () => {
    const subject = `Panel ${unique()}`
    const { id } = await api.create('Task', { subject })
    const code = '**/assets/record-*.js'
    await page.route(code, (route) => route.abort())
    await openList(page, 'Task')
    await rowOf(page, subject).getByRole('link').click()
    const details = page.getByRole('region', { name: t('Details') })
    await expect(details.getByText(t('This part could not be loaded.'))).toBeVisible()
    await expect(rowOf(page, subject)).toBeVisible()
    await page.unroute(code)
    await details.getByRole('button', { name: t('Retry') }).click()
    // A browser may remember the file as missing as long as the page lives.
    const again = details.getByRole('button', { name: t('Reload') })
    const heading = details.getByRole('heading', { level: 2 })
    await expect(again.or(heading)).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(heading).toHaveText(subject)
    await expect(page).toHaveURL(new RegExp(`${id}$`))
  })

  await test.step('an input whose code cannot be loaded shows it, and text typed beside it is saved', async () => {
    const { id } = await api.create('Task', { subject: 'Before' })
    await page.route('**/assets/dates-*.js', (route) => route.abort())
    const subject = await editSubject(page, id, t)
    await expect(page.getByText(t('This part could not be loaded.')).first()).toBeVisible()
    await subject.fill('Saved all the same')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await api.read('Task', id)).subject).toBe('Saved all the same')
  })

  await test.step('a window whose code cannot be loaded shows it and can be closed', async () => {
    await page.route('**/assets/record-*.js', (route) => route.abort())
    await openList(page, 'Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    const window = page.getByRole('alertdialog', { name: t('This part could not be loaded.') })
    await expect(window.getByRole('button', { name: t('Retry') })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(window).toBeHidden()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('a screen that throws leaves the frame around it @he', async ({ page, signIn, t }) => {
  await signIn(page)
  await page.route('**/api/user/profiles', (route) => route.fulfill({ json: { profiles: [null] } }))
  await page.goto('/profile')
  const broken = page.getByRole('main').getByRole('alert')
  await expect(broken).toContainText(t('This screen could not be shown. Reload the page to try again.'))
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Contact') })
    .click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('code that will be needed loads before the server goes away @once', async ({ page, context, api, signIn, t }) => {
  const subject = `Ahead ${unique()}`
  await api.create('Task', { subject })
  await signIn(page)
  // Parts load one after the other: before this one the window of a new record, and the code of its expressions.
  const loaded = page.waitForResponse(/\/assets\/Trash-.*\.js/, { timeout: 20_000 })
  await openList(page, 'Task')
  await loaded
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel(t('Subject'), { exact: true })).toBeVisible()
  await context.setOffline(false)
})

/** The check by which the frame knows whether changes can be saved. */
const isHealth = (request: Request) => request.url().endsWith('/api/health/live')

const connection = (page: Page) => page.locator('.connection')

/** Opens a task for editing and returns the input of its subject. */
async function editSubject(page: Page, id: string, t: (source: string) => string) {
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const subject = details.getByLabel(t('Subject'), { exact: true })
  await expect(subject).toBeEditable()
  return subject
}

/** Ends all sessions of a user, as a new password does. */
async function endSessions(api: Api, site: RunningSite, user: string) {
  const changed = await api.request.put(`/api/user/${user}`, { data: { new_password: site.passwordOf(user) } })
  expect(changed.ok()).toBe(true)
}
