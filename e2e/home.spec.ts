import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

const partOf = (page: Page, name: string) => page.getByRole('region', { name })

test('Home says what waits, what is due and what was done, and stays current @he', async ({ page, api, signIn, t }) => {
  const title = `Ernst ${unique()}`
  const { id } = await api.create('Contact', { contact_name: title })
  const about = { reference_entity: 'Contact', reference_id: id }
  const user = await api.createUser()

  // Nothing stands on the desk of somebody new, and each part says how that changes.
  await signIn(page, user)
  await page.goto('/app')
  const [waiting, assigned, reminders] = [t('Waiting for you'), t('Assigned to me'), t('Reminders')].map((name) =>
    partOf(page, name),
  ) as [ReturnType<typeof partOf>, ReturnType<typeof partOf>, ReturnType<typeof partOf>]
  await expect(
    assigned.getByText(t('Records that somebody assigns to you stand here, the most urgent first.')),
  ).toBeVisible()
  await expect(
    partOf(page, t('Pinned views')).getByText(
      t('Views stand here with their figures: choose Pin to Home in the menu of a view.'),
    ),
  ).toBeVisible()
  await expect(partOf(page, t('Records')).getByRole('link', { name: t('Contact') })).toBeVisible()
  await expectAccessible(page)

  // Others' work arrives without a reload.
  await api.create('Assignment', { ...about, user, description: 'Call about the gate', due_date: '2020-01-02' })
  const task = assigned.getByRole('link', { name: title })
  await expect(task).toContainText('Call about the gate')
  await expect(task).toContainText(t('Overdue'))
  await api.create('Communication', {
    ...{ ...about, subject: `Where is ${title}?`, communication_medium: 'Email', sent_or_received: 'Received' },
    ...{ status: 'Open', sender: 'paula@example.com' },
  })
  await expect(waiting.getByRole('link', { name: title })).toContainText(`Where is ${title}?`)
  await expect(waiting.getByRole('link', { name: title })).toHaveAttribute('href', /\?tab=communication$/)
  await page.request.post('/api/entity/Reminder', {
    data: { ...about, remind_at: '2999-01-01 08:00:00', text: 'Ask for the papers' },
  })
  await expect(reminders.getByRole('link', { name: title })).toContainText('Ask for the papers')
  await expectAccessible(page)

  // By keys: a list is one stop, and arrows move in it.
  const other = await api.create('Contact', { contact_name: `Paula ${unique()}` })
  const second = { reference_entity: 'Contact', reference_id: other.id, description: 'Second', due_date: '2999-01-02' }
  await api.create('Assignment', { ...second, user })
  await expect(assigned.getByRole('link')).toHaveCount(2)
  await task.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(assigned.getByRole('link', { name: 'Second' })).toBeFocused()
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/api/app/recent'))
  await page.keyboard.press('Enter')
  await noted
  await expect(page).toHaveURL(new RegExp(`/app/Contact/${other.id}$`))
  await page.request.put(`/api/entity/Contact/${id}`, { data: { contact_name: `${title} now` } })
  await page.goto('/app')
  for (const part of [t('Recently opened'), t('Changed by me')]) {
    await expect(
      partOf(page, part).getByRole('link', {
        name: part === t('Changed by me') ? `${title} now` : (other.contact_name as string),
      }),
    ).toBeVisible()
  }

  // Done elsewhere is gone here.
  const mine = await (await page.request.get(`/api/entity/Assignment?filters=${JSON.stringify({ user })}`)).json()
  for (const one of mine.data) await api.update('Assignment', { id: one.id, status: 'Done' })
  await expect(assigned.getByRole('link')).toHaveCount(0)
  await expect(
    assigned.getByText(t('Records that somebody assigns to you stand here, the most urgent first.')),
  ).toBeVisible()
})

test('a part of Home that fails says so, and the others stand @once', async ({ page, signIn, t }) => {
  await signIn(page)
  // Until somebody asks again: what other tests write has the whole of it asked for at any time.
  let isBroken = true
  await page.route('**/api/app/get_home*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), ...(isBroken && { waiting: null }) } })
  })
  await page.goto('/app')
  const waiting = partOf(page, t('Waiting for you'))
  await expect(waiting.getByText(t('This part could not be loaded.'))).toBeVisible()
  await expect(partOf(page, t('Records')).getByRole('link', { name: t('Contact') })).toBeVisible()
  isBroken = false
  await waiting.getByRole('button', { name: t('Retry') }).click()
  await expect(waiting.getByText(t('This part could not be loaded.'))).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a view is pinned from its menu, sorted by keys and dragging, and counts live @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const company = `Company ${unique()}`
  const user = await api.createUser()
  const make = (n: number) => api.create('Contact', { contact_name: `Person ${n} of ${company}`, company })
  await make(1)
  await signIn(page, user)
  const filters = { company }
  const viewOf = async (title: string) => {
    const data = { ref_entity: 'Contact', title, filters, sums: { quoted: 'sum' } }
    const answer = await page.request.post('/api/entity/List View', { data })
    return (await answer.json()).entity.id as string
  }
  const ids = [await viewOf('First view'), await viewOf('Second view')]
  const pinned = page.getByRole('navigation').getByRole('list', { name: t('Pinned views') })
  const menu = page.getByRole('button', { name: t('View Options') })
  for (const id of ids) {
    await page.goto(`/app/Contact?view=${id}`)
    await menu.click()
    await page.getByRole('menuitem', { name: t('Pin to Home') }).click()
    await expect(pinned.locator(`a[href*="${id}"]`)).toBeVisible()
  }
  await expect(pinned.getByRole('link')).toHaveText([/First view\s*1/, /Second view\s*1/])
  await make(2)
  await expect(pinned.getByRole('link')).toHaveText([/First view\s*2/, /Second view\s*2/])

  // Sorted by keys, and kept.
  const handle = pinned.getByRole('button', { name: `${t('Drag to reorder')}: Second view` })
  await handle.focus()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Alt+ArrowUp')
  await saved
  await expect(pinned.getByRole('link')).toHaveText([/Second view/, /First view/])
  await page.goto('/app')
  const figures = partOf(page, t('Pinned views'))
  await expect(figures.getByRole('link')).toHaveText([/Second view\s*2/, /First view\s*2/])
  await expectAccessible(page)

  // Sorted by the pointer: Home follows.
  const [first, second] = [pinned.getByRole('listitem').nth(0), pinned.getByRole('listitem').nth(1)]
  await first.hover()
  const [from, to] = [await first.getByRole('button').boundingBox(), await second.boundingBox()]
  if (!from || !to) throw new Error('The views are not on screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2 + 4, { steps: 4 })
  await page.mouse.up()
  await expect(figures.getByRole('link')).toHaveText([/First view/, /Second view/])

  // Taken off from its menu, which a click on its figure leads to.
  await figures.getByRole('link', { name: 'First view' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: t('Unpin from Home') }).click()
  await expect(pinned.getByRole('link')).toHaveText([/Second view/])
})
