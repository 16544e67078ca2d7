import { expect, test } from './fixtures.ts'
import { atList, detailsOf, openList, openToEdit, rowOf, tabTo, unique } from './screens.ts'

test.use({ viewport: { width: 1400, height: 800 } })

test('navigation, tiles and a collapsed menu lead to every main entity @he', async ({ page, signIn, t }) => {
  await signIn(page)
  await test.step('the side navigation leads to every main entity', async () => {
    await page.goto('/app')
    const nav = page.getByRole('navigation')
    await expect(nav.getByRole('link', { name: t('Home') })).toHaveAttribute('aria-current', 'page')
    await nav.getByRole('link', { name: t('Contact') }).click()
    await expect(page).toHaveURL(atList('Contact'))
    await expect(page.getByRole('banner').getByRole('heading', { name: t('Contact') })).toBeVisible()
    await nav.getByRole('link', { name: t('Task') }).click()
    await expect(page).toHaveURL(atList('Task'))
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page.getByRole('banner')).toContainText(/TASK-\d{4}/)
    await nav.getByRole('link', { name: t('Home') }).click()
    await expect(page).toHaveURL(/\/app$/)
  })

  await test.step('the home screen has a tile for each main entity', async () => {
    await page.goto('/app')
    await page.getByRole('main').locator('.home-tile[href="/app/Task"]').click()
    await expect(page).toHaveURL(atList('Task'))
  })

  await test.step('a collapsed navigation shows its labels as tooltips, and stays collapsed', async () => {
    await page.goto('/app')
    const nav = page.getByRole('navigation')
    await nav.getByRole('button', { name: t('Collapse menu') }).click()
    const task = nav.getByRole('link', { name: t('Task') })
    await expect(nav.getByRole('button', { name: t('Expand menu') })).toBeVisible()
    await task.hover()
    await expect(page.getByRole('tooltip', { name: t('Task') })).toBeVisible()
    await page.mouse.move(700, 500)
    await expect(page.getByRole('tooltip')).toBeHidden()
    // It also hides when the pointer leaves the page directly from there.
    await task.hover()
    await expect(page.getByRole('tooltip', { name: t('Task') })).toBeVisible()
    await task.dispatchEvent('pointerout', { pointerType: 'mouse', relatedTarget: null })
    await expect(page.getByRole('tooltip')).toBeHidden()
    await page.reload()
    await nav.getByRole('button', { name: t('Expand menu') }).click()
    await expect(nav.getByRole('button', { name: t('Collapse menu') })).toBeVisible()
  })
})

test('the menu of the user shows the name, and of the site what arrives or that it cannot be read @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await test.step('the user menu shows the full name and closes by a press outside', async () => {
    await signIn(page, 'staff@example.com')
    await page.goto('/app')
    const button = page.getByRole('button', { name: t('User menu') })
    const menu = page.getByRole('menu', { name: t('User menu') })
    await button.click()
    await expect(menu).toContainText('Noa Bar')
    await page.getByRole('main').click({ position: { x: 5, y: 300 } })
    await expect(menu).toBeHidden()
    await button.click()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  })

  await test.step('a menu that cannot be read shows it and is read again', async () => {
    await signIn(page)
    await page.route('**/api/app/get_navigation', (route) => route.abort())
    await page.goto('/app/Task')
    const nav = page.getByRole('navigation')
    await expect(nav.getByText(t('The menu could not be loaded.'))).toBeVisible()
    await page.unroute('**/api/app/get_navigation')
    await nav.getByRole('button', { name: t('Retry') }).click()
    await expect(nav.getByRole('link', { name: t('Contact') })).toBeVisible()
    await expect(nav.getByText(t('The menu could not be loaded.'))).toBeHidden()
  })

  await test.step('a received message is counted in the menu at once', async () => {
    await signIn(page)
    await openList(page, 'Task')
    // Its arrival shows that the list is live.
    const subject = `Asked about ${unique()}`
    const task = await api.create('Task', { subject })
    await expect(rowOf(page, subject)).toBeVisible()
    const link = page.getByRole('navigation').getByRole('link', { name: t('Task') })
    const before = Number(/\d+/.exec(await link.innerText())?.[0] ?? 0)
    await api.create('Communication', {
      subject: 'A question',
      communication_medium: 'Email',
      sent_or_received: 'Received',
      status: 'Open',
      reference_entity: 'Task',
      reference_id: task.id,
    })
    await expect(link).toContainText(String(before + 1))
  })
})

test('after logout the login screen opens, and Back does not lead in @he', async ({ page, api, signIn, t }) => {
  await signIn(page, await api.createUser())
  await page.goto('/app')
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: t('Logout') }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/app')
  await expect(page).toHaveURL(/\/login$/)
})

test('a logout removes what this browser keeps of the user, in all tabs, and nothing of others @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: 'Under way' })
  const [person, other] = [await api.createUser(), await api.createUser()]
  const details = detailsOf(page, t)
  const subject = details.getByLabel(t('Subject'), { exact: true })
  const mark = details.getByText(t('Unsaved changes'), { exact: true })
  const isKept = rowOf(page, id).getByText(t('Unsaved changes'))
  await signIn(page, other)
  await openToEdit(page, t, `Task/${id}`)
  await subject.fill('Of another person')
  await expect(isKept).toBeAttached()

  // The next person sees nothing of it.
  await signIn(page, person)
  await openToEdit(page, t, `Task/${id}`)
  await expect(subject).toHaveValue('Under way')
  await expect(isKept).toHaveCount(0)
  await subject.fill('Not yet saved')
  const tab = await page.context().newPage()
  await tab.goto('/app')
  const user = page.getByRole('button', { name: t('User menu') })
  const logout = page.getByRole('menuitem', { name: t('Logout') })
  const question = page.getByRole('alertdialog')
  await user.click()
  await logout.click()
  await expect(question).toContainText(t('Unsaved drafts: {0}. Changes not sent yet: {1}.', ['1', '0']))
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(subject).toHaveValue('Not yet saved')
  await user.click()
  await logout.click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(tab).toHaveURL(/\/login$/)

  await signIn(page, person)
  await page.goto(`/app/Task/${id}`)
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await expect(mark).toHaveCount(0)
  await signIn(page, other)
  await page.goto(`/app/Task/${id}`)
  await details.getByRole('button', { name: t('Continue') }).click()
  await expect(subject).toHaveValue('Of another person')
})

test('on a phone the focus is in the opened record, and on its row afterwards @he', async ({ page, signIn, t }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await signIn(page)
  await page.goto('/app/Task')
  const row = page.getByRole('article').nth(2).getByRole('link')
  const address = await row.getAttribute('href')
  await row.focus()
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: t('Details') })).toBeVisible()
  await expect(page.locator('#main:focus, #main :focus')).toBeVisible()
  await page.getByRole('button', { name: t('Back'), exact: true }).click()
  await expect(page.locator(`a[href="${address}"]`)).toBeFocused()
})

test('the whole frame works with the keyboard alone @he', async ({ page, api, signIn, language, t }) => {
  await signIn(page, await api.createUser())
  await page.goto('/app')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('Skip to content') })).toBeFocused()
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: t('Contact') }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(atList('Contact'))
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: t('Collapse menu') }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('Expand menu') })).toBeFocused()

  const user = page.getByRole('button', { name: t('User menu') })
  await tabTo(page, user)
  await page.keyboard.press('Enter')
  for (const name of [t('My Profile'), t('Recent Changes'), t('Trash'), language === 'he' ? 'English' : 'עברית']) {
    await expect(page.getByRole('menuitem', { name })).toBeFocused()
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: t('Logout') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(user).toBeFocused()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: t('Keyboard shortcuts') })
  await expect(shortcuts).toContainText(t('Search'))
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
})
