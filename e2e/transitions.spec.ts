import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { expectFocus, goTo } from './keys.ts'
import { chooseLayout, detailsOf, rowOf, selectRows, unique } from './screens.ts'

// A press on a text without Hebrew would translate it.
const titles = { pick: 'Start', ship: 'Send', call: 'Stop' }

test('a record goes from state to state by the buttons of its head, by force, and by a board @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const listed = { in_list_view: 1 }
  const { id: entity } = await api.create('Entity', {
    id: `Shipment ${unique()}`,
    module: 'Tests',
    title_field: 'name',
    has_communication: 0,
    state_field: 'status',
    fields: [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, ...listed },
      {
        fieldname: 'status',
        label: 'Status',
        fieldtype: 'Select',
        options: 'Open\nWorking\nDone\nCancelled',
        ...listed,
      },
      { fieldname: 'weight', label: 'Weight', fieldtype: 'Float' },
      { fieldname: 'carrier', label: 'Carrier', fieldtype: 'Data' },
    ],
    states: [
      { title: 'Open', color: 'Orange' },
      { title: 'Working', color: 'Blue' },
      { title: 'Done', color: 'Green' },
      { title: 'Cancelled', color: 'Red' },
    ],
    transitions: [
      { title: titles.call, from_states: 'Open\nWorking', to_state: 'Cancelled', needs_reason: 1 },
      { title: titles.pick, from_states: 'Open', to_state: 'Working', is_primary: 1 },
      {
        ...{ title: titles.ship, from_states: 'Working', to_state: 'Done', ask_fields: 'carrier' },
        ...{ condition: 'weight > 0', else_text: 'It has no weight yet.', is_primary: 1 },
      },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const apples = await api.create(entity, { name: 'Apples' })
  await api.create(entity, { name: 'Bricks', weight: 4 })
  const path = `/app/${encodeURIComponent(entity)}`
  await signIn(page)
  await page.goto(`${path}/${apples.id}`)
  const details = detailsOf(page, t)
  const labels = { pick: t(titles.pick), ship: t(titles.ship), call: t(titles.call) }
  const button = (name: string) => details.getByRole('button', { name, exact: true })
  const states = details.locator('.detail-states')
  const more = button(t('Transitions'))
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const window = page.getByRole('dialog')

  await test.step('the open one is a button, and is taken by a press', async () => {
    await expect(button(labels.pick)).toBeVisible()
    await expect(button(labels.ship)).toHaveCount(0)
    await button(labels.pick).click()
    await expect(states).toHaveText(t('Working', undefined, 'status'))
    await expect(button(labels.call)).toBeVisible()
  })

  await test.step('a closed one takes the focus in the menu, and says why', async () => {
    await goTo(page, more)
    await page.keyboard.press('Enter')
    const closed = page.getByRole('menuitem', { name: labels.ship })
    await goTo(page, closed, 'ArrowDown')
    await expect(closed).toHaveAccessibleName(/It has no weight yet\./)
    await expect(closed).toBeDisabled()
    await expectAccessibleByDayAndNight(page)
    await page.keyboard.press('Escape')
    await expectFocus(more)
  })

  await test.step('in edit mode the field offers where transitions lead, and asks for a reason below it', async () => {
    await button(t('Edit')).click()
    const box = details.locator('[data-field=status]').getByRole('combobox')
    const option = (name: string) => page.getByRole('option', { name: t(name, undefined, 'status') })
    await box.click()
    await expect(page.getByRole('option')).toHaveCount(3)
    await expect(option('Done')).toBeDisabled()
    await expect(option('Done')).toContainText('It has no weight yet.')
    await option('Done').click({ force: true })
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await option('Cancelled').click()
    const reason = details.getByRole('textbox', { name: t('Reason') })
    await page.keyboard.press('ControlOrMeta+s')
    await expect(reason).toBeFocused()
    await box.click()
    await option('Working').click()
    await expect(reason).toHaveCount(0)
    await button(t('Close')).click()
    await expect(button(t('Edit'))).toBeVisible()
  })

  await test.step('a window requires the fields that are asked for', async () => {
    await api.update(entity, { id: apples.id, weight: 2 })
    await expect(button(labels.ship)).toBeVisible()
    await page.keyboard.press('t')
    const carrier = window.getByRole('textbox', { name: 'Carrier' })
    await expect(carrier).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(carrier).toHaveAccessibleDescription(/Carrier/)
    await expectAccessibleByDayAndNight(page)
    await page.keyboard.type('Post')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window).toBeHidden()
    await expect(states).toHaveText(t('Done', undefined, 'status'))
    expect(await api.read(entity, apples.id)).toMatchObject({ status: 'Done', carrier: 'Post' })
  })

  await test.step('another state is forced with a reason, which the history names', async () => {
    // Nothing leads on from here: the menu is named after the field of the state.
    await button(t('Status')).click()
    await item(t('Cancelled', undefined, 'status')).click()
    const reason = window.getByRole('textbox', { name: t('Reason') })
    await expect(reason).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(reason).toHaveAccessibleDescription(t('A reason is needed.'))
    await page.keyboard.type('The lorry broke down')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(states).toHaveText(t('Cancelled', undefined, 'status'))
    await details.getByRole('tab', { name: t('History') }).click()
    await expect(details.getByText('The lorry broke down')).toBeVisible()
    await expect(details.getByText(t('Forced'), { exact: true })).toBeVisible()
  })

  await test.step('a card is asked for the reason, goes back without one, and is refused in words', async () => {
    await page.goto(path)
    await chooseLayout(page, t, 'Board')
    const column = (name: string) => page.getByRole('region', { name: t(name, undefined, 'status'), exact: true })
    const card = rowOf(page, 'Bricks')
    const carry = async (steps: number) => {
      await card.getByRole('link').focus()
      await page.keyboard.press('Space')
      const onward = (await page.evaluate(() => document.dir)) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      for (let step = 0; step < steps; step++) await page.keyboard.press(onward)
      await page.keyboard.press('Space')
    }
    await expect(column('Open').getByRole('article')).toHaveCount(1)
    await carry(3)
    await expect(window.getByRole('textbox', { name: t('Reason') })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(window).toBeHidden()
    await expect(column('Open').getByRole('article')).toHaveCount(1)
    await carry(3)
    await window.getByRole('textbox', { name: t('Reason') }).fill('No bricks left')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window).toBeHidden()
    await expect(column('Cancelled').getByRole('article')).toHaveCount(2)
    const bricks = (
      await api.request.get(`/api/entity/${encodeURIComponent(entity)}?search=Bricks&fields=status`)
    ).json()
    expect((await bricks).data[0].status).toBe('Cancelled')
  })

  await test.step('selected records are taken on together, and the plan names those that the rules refuse', async () => {
    for (const [name, weight] of [
      ['Cement', 3],
      ['Down', 0],
    ] as const) {
      const { id } = await api.create(entity, { name, weight })
      await api.request.post(`/api/entity/${encodeURIComponent(entity)}/${id}?run_method=transition`, {
        data: { data: { to: 'Working' } },
      })
    }
    await page.goto(path)
    await chooseLayout(page, t, 'List')
    await selectRows(page, t, ['Cement', 'Down', 'Bricks'])
    await page
      .locator('.list-selection')
      .getByRole('button', { name: t('Status'), exact: true })
      .click()
    await item(labels.ship).click()
    await window.getByRole('textbox', { name: t('Carrier') }).fill('Gil')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(window.getByText('It has no weight yet.')).toBeVisible()
    await expect(window.getByText(t('Refused: {0}', [2]))).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await window.getByRole('button', { name: `${labels.ship} (1)` }).click()
    await expect(window.getByText(t('Records changed: {0}', [1])).first()).toBeVisible()
  })
})

test('two who take a transition at once: the second is told the new state @once', async ({ page, api, signIn, t }) => {
  const { id: entity } = await api.create('Entity', {
    id: `Parcels ${unique()}`,
    module: 'Tests',
    state_field: 'status',
    fields: [
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'New\nSent\nLost', in_list_view: 1 },
    ],
    transitions: [
      { title: 'Send', from_states: 'New', to_state: 'Sent' },
      { title: 'Lose', from_states: 'New', to_state: 'Lost', needs_reason: 1 },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const { id } = await api.create(entity, {})
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/${id}`)
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Transitions'), exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lose', exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: t('Reason') }).fill('It fell off')
  await api.request.post(`/api/entity/${encodeURIComponent(entity)}/${id}?run_method=transition`, {
    data: { data: { to: 'Sent' } },
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(t('{0} cannot go from {1} to {2}.', ['Status', 'Sent', 'Lost'])).last()).toBeVisible()
  await expect(window).toBeHidden()
  await expect(details.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  expect((await api.read(entity, id)).status).toBe('Sent')
})
