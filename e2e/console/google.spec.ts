import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const listOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What the server of the project has to do with Google is another's affair: here it answers as the contract says. */
async function answerFlow(page: Page, answer: { status?: number; body: unknown }): Promise<string[]> {
  const bodies: string[] = []
  await page.route(/run_method=initiate_web_application_flow/, async (route) => {
    bodies.push(route.request().postData() ?? '')
    const origin = new URL(page.url()).origin
    await route.fulfill({
      status: answer.status ?? 200,
      headers: { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' },
      json: answer.body,
    })
  })
  return bodies
}

test('the Google tab lists apps over the settings that they share, which open in place @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  await openTab(page, 'google')
  const details = listOf(page, t('Details'))
  await listOf(page, t('Google Settings'))
    .getByRole('button', { name: t('Google Settings') })
    .click()
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await details.getByLabel(t('Client ID')).fill('shared.apps.example.com')
  await page.keyboard.press('Control+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await staging.read('Google Settings', 'Google Settings')).toMatchObject({
    client_id: 'shared.apps.example.com',
  })
  await expect(details.getByRole('button', { name: t('Connect Google Account') })).toHaveCount(0)
  await staging.update('Google Settings', { id: 'Google Settings', client_id: '' })
})

test('connecting an account opens the sign-in of Google in a tab that knows nothing of this one @once', async ({
  page,
  context,
  site,
  openTab,
  t,
}) => {
  await openTab(page, 'google')
  const bodies = await answerFlow(page, { body: { data: `${site.url}/login?provider` } })
  await listOf(page, t('Connected App')).getByRole('button', { name: 'Google' }).click()
  const opened = context.waitForEvent('page')
  await listOf(page, t('Details'))
    .getByRole('button', { name: t('Connect Google Account') })
    .click()
  const other = await opened
  await expect.poll(() => other.url()).toContain(site.url)
  expect(await other.evaluate(() => window.opener)).toBeNull()
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    {
      data: {
        user: 'Administrator',
        success_uri: `${site.url}/project/demo/google-callback/google`,
      },
    },
  ])
})

test('a flow that the server refuses is told in a window @he', async ({ page, openTab, t }) => {
  await openTab(page, 'google')
  const message = t('Google is not set up yet. Add a client ID and secret.')
  await answerFlow(page, { status: 417, body: { status: 417, message } })
  await listOf(page, t('Connected App')).getByRole('button', { name: 'Google' }).click()
  await listOf(page, t('Details'))
    .getByRole('button', { name: t('Connect Google Account') })
    .click()
  const window = page.getByRole('alertdialog')
  await expect(window).toContainText(message)
  await window.getByRole('button', { name: t('Ok'), exact: true }).click()
  await expect(window).toBeHidden()
})

test('the address that Google leads back to hands everything on and tells the outcome @once', async ({
  page,
  openTab,
  t,
}) => {
  const asked: URLSearchParams[] = []
  let answer: { status: number; json: unknown } = { status: 200, json: { account_email: 'dana@gmail.example' } }
  await page.route(/\/api\/auth\/oauth\?/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams)
    const origin = new URL(page.url()).origin
    const headers = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
    await route.fulfill({ ...answer, headers })
  })
  await openTab(page, 'google-callback/google?code=4%2Fabc&state=xyz')
  const main = page.getByRole('main')
  await expect(main.getByText(t('Connected'), { exact: true })).toBeVisible()
  await expect(main).toContainText('dana@gmail.example')
  expect(asked.map((params) => Object.fromEntries(params))).toEqual([{ app_id: 'google', code: '4/abc', state: 'xyz' }])
  await expect(page.getByRole('tab', { name: t('Google'), exact: true })).toHaveAttribute('aria-selected', 'true')
  await main
    .getByRole('tabpanel')
    .getByRole('link', { name: t('Google') })
    .click()
  await expect(page).toHaveURL(/\/project\/demo\/google$/)

  answer = { status: 417, json: { status: 417, message: t('Access was not granted') } }
  await page.goto('/project/demo/google-callback/google?error=access_denied&state=abc')
  await expect(main.getByRole('alert')).toContainText(t('Access was not granted'))
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ app_id: 'google', error: 'access_denied', state: 'abc' })
})
