import { expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './keys.ts'
import { chooseStep, detailsOf, unique } from './screens.ts'

const staff = 'staff@example.com'

test('a record is assigned, remembered, followed and duplicated by keys, and another browser sees it @he', async ({
  page,
  api,
  signIn,
  browser,
  site,
  t,
}) => {
  const word = unique()
  const contact = await api.create('Contact', { contact_name: `Noa Baker ${word}` })
  const subject = `Bread ${word}`
  const checklist = [{ title: 'Order flour' }, { title: 'Bake' }]
  const { id } = await api.create('Task', { subject, contact: contact.id, due_date: '2027-01-05', checklist })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = detailsOf(page, t)
  const window = page.getByRole('dialog')
  const people = details.getByRole('list', { name: t('Assignee') })
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()

  const context = await browser.newContext({ baseURL: site.url })
  const other = await context.newPage()
  await signIn(other, staff)
  await other.goto(`/app/Task/${id}`)
  const theirs = detailsOf(other, t)
  await expect(theirs.getByRole('heading', { level: 2, name: subject })).toBeVisible()

  await test.step('it is assigned, and the other browser shows it at once', async () => {
    await page.keyboard.press('a')
    const person = window.getByRole('combobox', { name: t('Assignee') })
    await expect(person).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window.getByText(t('{0} is required', [t('Assignee')]))).toBeVisible()
    await page.keyboard.type('Noa Bar')
    await expect(page.getByRole('option', { name: 'Noa Bar' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(person).toHaveValue('Noa Bar')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Call the baker')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window).toBeHidden()
    await expect(people.getByRole('button', { name: 'Noa Bar' })).toBeVisible()
    await expect(theirs.getByRole('list', { name: t('Assignee') }).getByRole('button')).toHaveText(/Noa Bar/)
  })

  await test.step('a second time is refused in its window', async () => {
    await page.keyboard.press('a')
    await expect(window.getByRole('combobox', { name: t('Assignee') })).toBeFocused()
    await page.keyboard.type('Noa Bar')
    await expect(page.getByRole('option', { name: 'Noa Bar' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window.getByRole('alert')).toHaveText(t('This is already assigned to {0}.', ['Noa Bar']))
    await expectAccessibleByDayAndNight(page)
    await page.keyboard.press('Escape')
    await expect(window).toBeHidden()
  })

  await test.step('its person says that it is done, and the first browser follows', async () => {
    await theirs
      .getByRole('list', { name: t('Assignee') })
      .getByRole('button')
      .click()
    const done = other.getByRole('dialog', { name: t('Assignment') })
    await expect(done.getByText('Call the baker')).toBeVisible()
    await done.getByRole('textbox', { name: t('Answer') }).fill('He bakes on Friday')
    await done.getByRole('button', { name: t('Done'), exact: true }).click()
    await expect(done).toBeHidden()
    await expect(people).toHaveCount(0)
    await context.close()
  })

  await test.step('a reminder stands in the head, and is taken back there', async () => {
    await page.keyboard.press('h')
    const tomorrow = window.getByRole('button', { name: t('Tomorrow') })
    await goTo(page, tomorrow)
    await page.keyboard.press('Enter')
    await expect(window).toBeHidden()
    const reminder = details.getByRole('button', { name: `${t('Remind Me')}: ` })
    await expect(reminder).toContainText('08:00')
    await reminder.click()
    await expectAccessibleByDayAndNight(page)
    await window
      .getByRole('list', { name: t('Waiting reminders') })
      .getByRole('button')
      .click()
    await expect(reminder).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(window).toBeHidden()
  })

  await test.step('it is followed, and no longer', async () => {
    const following = details.getByText(t('Following'), { exact: true })
    await chooseStep(page, t, 'Follow', 'record')
    await expect(following).toBeVisible()
    expect((await api.read('Task', id)).is_following).toBe(1)
    await chooseStep(page, t, 'Unfollow')
    await expect(following).toBeHidden()
  })

  await test.step('its address is copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('ControlOrMeta+Shift+c')
    await expect(page.getByText(t('Link copied'), { exact: true }).last()).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/app/Task/${id}`)
  })

  await test.step('a copy begins with its values and rows, and says what it lacks', async () => {
    await page.keyboard.press('ControlOrMeta+d')
    await expect(window.getByText(t('Not copied: {0}', [t('ID')]).slice(0, -1))).toBeVisible()
    await expect(window.getByRole('combobox', { name: t('Contact') })).toHaveValue(`Noa Baker ${word}`)
    const box = window.getByRole('textbox', { name: t('Subject') })
    await expect(box).toHaveValue(subject)
    await box.fill(`Cake ${word}`)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window).toBeHidden()
    await expect(details.getByRole('heading', { level: 2, name: `Cake ${word}` })).toBeVisible()
    const copy = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(copy).not.toBe(id)
    const rows = (await api.read('Task', copy)).checklist as { title: string }[]
    expect(rows.map(({ title }) => title)).toEqual(checklist.map(({ title }) => title))
  })
})

test('on a phone the head is two lines, the rest scrolls sideways, and steps are under the thumb @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const subject = `Bread for the wedding of Emma and Tom in the great hall ${unique()}`
  const { id } = await api.create('Task', { subject, due_date: '2027-01-05', budget: 1204.5 })
  await api.create('Assignment', { reference_entity: 'Task', reference_id: id, user: staff, due_date: '2027-01-05' })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = detailsOf(page, t)
  const head = details.locator('.detail-top')
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  const tabs = details.getByRole('tablist')
  await expect(edit).toBeEnabled()
  await expect(details.getByRole('button', { name: 'Noa Bar' })).toBeAttached()
  const box = async () => (await head.boundingBox()) ?? { height: 0, width: 0 }
  expect((await box()).height).toBeLessThanOrEqual(100)
  expect((await tabs.boundingBox())?.height).toBeLessThanOrEqual(56)
  const foot = (await edit.boundingBox()) ?? { y: 0, height: 0 }
  expect(foot.y + foot.height).toBeGreaterThan(844 - 60)
  await expectNoSideways(page)
  await expectAccessibleByDayAndNight(page)

  await details.getByRole('button', { name: 'Noa Bar' }).click()
  await expect(page.getByRole('dialog', { name: t('Assignment') })).toBeVisible()
  await page.keyboard.press('Escape')
  await details.getByRole('button', { name: t('Actions'), exact: true }).click()
  const sheet = page.getByRole('menu', { name: t('Actions') })
  await expect(sheet.getByRole('menuitem', { name: t('Copy Link') })).toBeVisible()
  const { x = 1, width = 0, y = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
  expect([x, width, Math.round(y + height)]).toEqual([0, 390, 844])
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')

  await edit.click()
  const save = details.getByRole('button', { name: t('Save'), exact: true })
  await expect(save).toBeVisible()
  expect((await box()).height).toBeLessThanOrEqual(100)
  expect((await save.boundingBox())?.y).toBe(foot.y)
})

test('J and K lead beyond the rows that the list has loaded @once', async ({ page, signIn, t }) => {
  await signIn(page)
  await page.goto('/app/Parcel/P-05000')
  const details = detailsOf(page, t)
  const place = (at: string) => details.getByText(t('{0} of {1}', [at, '10,000']), { exact: true })
  await expect(place('5,000')).toBeVisible()
  await page.keyboard.press('j')
  await expect(place('5,001')).toBeVisible()
  await expect(page).toHaveURL(/\/P-05001$/)
  await page.keyboard.press('k')
  await expect(place('5,000')).toBeVisible()
})
