import { expect, test } from './fixtures.ts'
import { openList, unique } from './screens.ts'

test('a refused call opens a window with the first message of its answer, which Ok clears @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a refused call opens a window with title and message, and Ok clears it', async () => {
    const name = `Bound ${unique()}`
    const { id } = await api.create('Contact', { contact_name: name })
    await api.create('Task', { subject: 'Uses it', contact: id })
    await page.goto(`/app/Contact/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await details.getByRole('button', { name: t('Delete'), exact: true }).click()
    await page.keyboard.press('Enter')
    const sentence = t('{0} {1} cannot be deleted because {2} {3} uses it.', [
      { translate: 'Contact' },
      name,
      { translate: 'Task' },
      'Uses it',
    ])
    const window = page.getByRole('alertdialog').filter({ hasText: sentence })
    await expect(window.getByRole('heading')).not.toBeEmpty()
    await expect(window.getByRole('button', { name: t('Ok'), exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(window).toBeHidden()
    await expect(details.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
  })

  await test.step('Ok shows the focus ring in a window that opens after Ctrl+S, and none after a press of the pointer', async () => {
    const { id } = await api.create('Task', { subject: `Ring ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await details.getByRole('combobox', { name: t('Status'), exact: true }).click()
    await page.getByRole('option', { name: t('Done', undefined, 'status') }).click()
    await page.route('**/api/entity/Task', (route) => route.fulfill({ status: 500, json: { message: 'Refused' } }))
    const window = page.getByRole('alertdialog').filter({ hasText: 'Refused' })
    const ok = window.getByRole('button', { name: t('Ok'), exact: true })
    const hasRing = () => ok.evaluate((button) => getComputedStyle(button).outlineStyle !== 'none')

    await page.keyboard.press('ControlOrMeta+s')
    await expect(ok).toBeFocused()
    expect(await hasRing()).toBe(true)
    await ok.click()
    await details.getByRole('button', { name: t('Save'), exact: true }).click()
    await expect(ok).toBeFocused()
    expect(await hasRing()).toBe(false)
  })

  await test.step('the message of a failed call is the first that its answer has', async () => {
    const { id } = await api.create('Task', { subject: `Told ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    const first = { message: 'The first', title: 'A title', indicator: 'red', raise_exception: 1 }
    const answers: [answer: unknown, title: string, message: string][] = [
      [{ _server_messages: JSON.stringify([first]), _error_message: 'no', message: 'no' }, 'A title', 'The first'],
      [{ _server_messages: JSON.stringify([JSON.stringify(first)]), message: 'no' }, 'A title', 'The first'],
      [{ _server_messages: [first], message: 'no' }, 'A title', 'The first'],
      [{ _server_messages: '[]', _error_message: 'The second', message: 'no' }, t('Error'), 'The second'],
      [{ message: 'The third' }, t('Error'), 'The third'],
      [{ status: 500, detail: { a: 1 } }, t('Error'), 'status: 500\ndetail: {"a":1}'],
    ]
    await edit.click()
    await details.getByLabel(t('Subject'), { exact: true }).fill('Not taken')
    const window = page.getByRole('alertdialog')
    let answer: unknown
    await page.route('**/api/entity/Task', (route) => route.fulfill({ status: 500, json: answer }))
    for (const [json, title, message] of answers) {
      answer = json
      await page.keyboard.press('ControlOrMeta+s')
      await expect(window.getByRole('heading')).toHaveText(title)
      await expect(window.getByText(message.split('\n').at(-1) ?? '')).toHaveJSProperty('innerText', message)
      await page.keyboard.press('Enter')
      await expect(window).toBeHidden()
    }
  })
})

test('a write after the end of the session asks for the password and is repeated @he', async ({
  page,
  context,
  api,
  site,
  signIn,
  language,
  t,
}) => {
  const user = await api.createUser()
  await signIn(page, user)
  await page.goto('/app')
  // A read that is refused before the write leads to the sign-in screen instead.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: t('User menu') }).click()
  await context.clearCookies()
  await page.getByRole('menuitem', { name: language === 'he' ? 'English' : 'עברית' }).click()
  const window = page.getByRole('dialog', { name: t('Sign in to continue') })
  await window.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(user))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'he' ? 'en' : 'he')
  await expect(window).toBeHidden()
})

test('a session that ended elsewhere, or belongs to somebody else now, leads to the sign-in screen @he', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  await test.step('a session that ended elsewhere leads to the sign-in screen and back', async () => {
    const user = await api.createUser()
    await signIn(page, user)
    await openList(page, 'Task')
    // A new password ends all sessions of its user.
    await api.request.put(`/api/user/${user}`, { data: { new_password: site.passwordOf(user) } })
    // If the page has read nothing since, a press makes it read.
    await page
      .getByRole('article')
      .getByRole('link')
      .evaluateAll(([link]) => link?.isConnected && (link as HTMLElement).click())
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText(t('You need to sign in to continue.'))).toBeVisible()
    await page.getByLabel(t('Email'), { exact: true }).fill(user)
    await page.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(user))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app\/Task/)
  })

  await test.step('a tab does not go on as another person who signed in elsewhere', async () => {
    await signIn(page, await api.createUser())
    await openList(page, 'Task')
    // Tabs of one browser share the session.
    await signIn(page, await api.createUser())
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText(t('You need to sign in to continue.'))).toBeVisible()
  })
})

test('a list that cannot be read shows it in its place and reads again @he', async ({ page, signIn, t }) => {
  await signIn(page)
  await page.route('**/api/entity/Task?*', (route) => route.abort())
  await page.goto('/app/Task')
  const main = page.getByRole('main')
  // The sentence is another one once the browser can look for a copy.
  const away = [t('The server cannot be reached. Check your connection and try again.'), t('This needs a connection.')]
  await expect(main.getByText(new RegExp(away.map(RegExp.escape).join('|')))).toBeVisible()
  await expect(main.getByRole('button', { name: t('Retry') })).toBeVisible()
  // It recovers by itself once the server answers.
  await page.unroute('**/api/entity/Task?*')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('an entity without the right to read it shows it in its place @once', async ({ page, signIn, t }) => {
  await signIn(page, 'staff@example.com')
  await page.goto('/app/Error%20Log')
  await expect(page.getByRole('main').getByText(t('Error Log')).last()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('Add'), exact: true })).toHaveCount(0)
})
