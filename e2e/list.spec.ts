import { limits } from '@tavla/contract'
import { expect, test } from './fixtures.ts'
import { listPanel, openList, rowOf, unique, watchListReads } from './screens.ts'

test('a row shows title, id, state in its colour and its other fields in the reader’s language', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const subject = `פגישה (${unique()})!`
  const { id } = await api.create('Task', { subject, status: 'Working', priority: 'High', due_date: '2021-01-05' })
  await signIn(page)
  await openList(page, 'Task')
  const row = rowOf(page, subject)
  await expect(row).toContainText(id)
  await expect(row.getByText(t('Due Date'), { exact: true })).toBeVisible()
  await expect(row).toContainText(language === 'he' ? '5 בינו׳ 2021' : '5 Jan 2021')
  const pill = row.getByText(t('Working', undefined, 'status'), { exact: true })
  await expect(pill).toBeVisible()
  await expect(row.getByText(t('High', undefined, 'priority'), { exact: true })).toBeVisible()
  // Blue differs from grey, and both from the background.
  const colours = await row.locator('.pill').evaluateAll((pills) => pills.map((one) => getComputedStyle(one).color))
  expect(new Set(colours).size).toBe(2)
  // The title keeps its own direction and the id the direction of ids.
  const title = row.getByText(subject, { exact: true })
  expect(await title.evaluate((element) => getComputedStyle(element.closest('bdi') as Element).direction)).toBe('rtl')
  const shownId = row.getByText(id, { exact: true })
  expect(await shownId.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
})

test('a list tells its number of records, offers to add the first, and shows settings as one @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await test.step('the header shows the number of records', async () => {
    await api.create('Task', { subject: 'One more' })
    await signIn(page)
    await openList(page, 'Task')
    const { count } = await (await api.request.get('/api/entity/Task?limit_page_length=1')).json()
    await expect(page.getByText(`${count} ${t('Records')}`)).toBeVisible()
  })

  await test.step('a list without records offers to add the first', async () => {
    await api
      .create('Entity', {
        id: `Empty ${unique()}`,
        module: 'Tests',
        title_field: 'name',
        fields: [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }],
      })
      .then(async ({ id }) => {
        await signIn(page)
        await page.goto(`/app/${encodeURIComponent(id)}`)
        const panel = listPanel(page, id)
        await expect(panel.getByText(t('No records found'))).toBeVisible()
        await panel
          .getByRole('button', { name: t('Add'), exact: true })
          .last()
          .click()
        await expect(page.getByRole('dialog', { name: t('New {0}', [id]) })).toBeVisible()
      })
  })

  await test.step('settings are one record, which can neither be added nor deleted', async () => {
    await signIn(page)
    await openList(page, 'System%20Settings')
    await expect(page.getByText(`1 ${t('{0, plural, one {Record} other {Records}}', [1])}`)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article').getByRole('link')).toHaveText(t('System Settings'))
    await expect(page.getByRole('button', { name: t('Add'), exact: true })).toHaveCount(0)
    await page.keyboard.press('n')
    await page.getByRole('article').getByRole('link').click()
    const details = page.getByRole('region', { name: t('Details') })
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(t('System Settings'))
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await expect(details.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
    await expect(details.getByRole('button', { name: t('Delete'), exact: true })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a list is searched, filtered and cleared, and its address restores it @he', async ({ page, api, signIn, t }) => {
  await signIn(page)
  await test.step('the list is searched on every keyup, and an empty search clears the filters', async () => {
    const word = unique()
    await api.create('Task', { subject: `Oven ${word}`, status: 'Done' })
    await api.create('Task', { subject: `שָׁלוֹם ${word}`, status: 'Open' })
    await openList(page, 'Task')
    const reads = watchListReads(page, 'Task')
    const search = page.getByRole('searchbox', { name: t('Search') })

    await page.getByRole('combobox', { name: t('Status') }).click()
    await page.getByRole('option', { name: t('Done', undefined, 'status') }).click()
    await expect.poll(() => reads.at(-1)?.get('filters')).toContain('Done')
    reads.length = 0

    // A key in an empty box is no search.
    await search.press('ArrowLeft')
    await search.pressSequentially(word)
    await expect(page.getByText(`1 ${t('{0, plural, one {Record} other {Records}}', [1])}`)).toBeVisible()
    await expect(rowOf(page, word)).toBeVisible()
    const searched = new Set(reads.flatMap((read) => read.get('search') ?? []))
    expect([...searched]).toEqual([...word].map((_, end) => word.slice(0, end + 1)))
    expect(reads.every((read) => read.get('filters')?.includes('Done'))).toBe(true)

    reads.length = 0
    await search.press('ControlOrMeta+a')
    await search.press('Backspace')
    await expect(page.getByRole('combobox', { name: t('Status') })).toHaveText(t('All'))
    const last = reads.at(-1)
    expect([last?.get('filters'), last?.get('search')]).toEqual([null, null])

    // Hebrew is found without its points, and a word that was typed on the other layout.
    for (const text of [`שלום ${word}`, `ולשלום`, 'akuo']) {
      await search.fill(text)
      await expect(rowOf(page, `שָׁלוֹם ${word}`)).toBeVisible()
    }
  })

  await test.step('a quick filter reads the list from the top, and an empty result offers to clear it', async () => {
    await openList(page, 'Task')
    const reads = watchListReads(page, 'Task')
    await page.getByRole('combobox', { name: t('Priority') }).click()
    await page.getByRole('option', { name: t('Low', undefined, 'priority') }).click()
    await expect.poll(() => reads.at(-1)?.get('filters')).toBe('{"priority":"Low"}')
    expect(reads.at(-1)?.get('limit_start') ?? '0').toBe('0')

    await page.getByRole('searchbox').fill('nothing has this text')
    const panel = listPanel(page, t('Task'))
    await expect(panel.getByText(t('No results'), { exact: true })).toBeVisible()
    await expect(panel.getByText(`0 ${t('Records')}`)).toBeVisible()
    const reasons = panel.locator('.empty-state')
    await reasons.getByRole('button', { name: t('Without {0}', [{ translate: 'Priority' }]) }).click()
    await expect(page.getByRole('combobox', { name: t('Priority') })).toHaveText(t('All'))
    await expect(page.getByRole('searchbox')).toHaveValue('nothing has this text')
    await reasons.getByRole('button', { name: t('Clear'), exact: true }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('combobox', { name: t('Priority') })).toHaveText(t('All'))
  })

  await test.step('the address contains search and filters, and restores them', async () => {
    await openList(page, 'Task')
    await page.getByRole('combobox', { name: t('Status') }).click()
    await page.getByRole('option', { name: t('Cancelled', undefined, 'status') }).click()
    await expect(page).toHaveURL(/filters=.*Cancelled/)
    await page.reload()
    await expect(page.getByRole('combobox', { name: t('Status') })).toHaveText(t('Cancelled', undefined, 'status'))
  })

  await test.step('a pasted megabyte is searched by its beginning, and the address stays short', async () => {
    await openList(page, 'Task')
    const reads = watchListReads(page, 'Task')
    await page.getByRole('searchbox').fill('שלום'.repeat(250_000))
    await expect(page.getByText(t('No results'), { exact: true })).toBeVisible()
    expect(reads.at(-1)?.get('search')?.length).toBe(limits.searchLength)
    await expect(page).toHaveURL(/search=/)
    expect(page.url().length).toBeLessThan(2000)
  })
})

test('arrows move between rows, and the focus stays on its row when others move @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('arrows move between rows, Enter opens one, and the open one is highlighted', async () => {
    await openList(page, 'Task')
    const links = page.getByRole('article').getByRole('link')
    await page.getByRole('searchbox').focus()
    await links.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app\/Task\/TASK-\d+$/)
    await expect(links.first()).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('region', { name: t('Details') }).getByRole('heading', { level: 2 })).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  await test.step('the focus stays on its row when other rows move', async () => {
    const word = unique()
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await api.create('Task', { subject: `${name} ${word}` })).id)
    await openList(page, 'Task')
    const link = rowOf(page, `Two ${word}`).getByRole('link')
    await link.focus()
    await api.update('Task', { id: ids[0] ?? '', subject: `First ${word}` })
    await expect(page.getByRole('article').first()).toContainText(`First ${word}`)
    await expect(link).toBeFocused()
  })
})

test('a list that cannot be read again keeps its rows, and a press reads it @he', async ({ page, api, signIn, t }) => {
  const subject = `Kept ${unique()}`
  await api.create('Task', { subject })
  await signIn(page)
  await openList(page, 'Task')
  // All calls fail until the press, since the list would otherwise recover by itself before it.
  await page.route('**/api/entity/Task?*', async (route) => {
    const isPressed = await page.evaluate(() => 'isPressed' in window)
    await (isPressed ? route.continue() : route.abort())
  })
  await page.getByRole('combobox', { name: t('Status') }).click()
  await page.getByRole('option', { name: t('Open', undefined, 'status') }).click()
  const failure = listPanel(page, t('Task')).getByRole('alert')
  await expect(failure).toBeVisible()
  await expect(rowOf(page, subject)).toBeVisible()
  await page.evaluate(() => {
    addEventListener('click', () => Object.assign(window, { isPressed: true }), { capture: true })
  })
  await failure.getByRole('button', { name: t('Retry') }).click()
  await expect(failure).toBeHidden()
  await expect(rowOf(page, subject)).toBeVisible()
})

test('an id stands once, whatever the title @once', async ({ page, api, signIn, t }) => {
  await test.step('a record whose title is the id or blank shows its id once', async () => {
    const entity = `Named ${unique()}`
    await api.create('Entity', {
      id: entity,
      module: 'Tests',
      naming_rule: 'Prompt',
      title_field: 'name',
      fields: [
        { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
        { fieldname: 'photo', label: 'Photo', fieldtype: 'Attach Image', hidden: 1 },
      ],
      image_field: 'photo',
    })
    for (const [id, name] of [
      ['blank', ''],
      ['same', 'same'],
      ['other', 'Another'],
    ] as const)
      await api.create(entity, { id, name })
    await signIn(page)
    await openList(page, encodeURIComponent(entity))
    await expect(page.getByText(`3 ${t('Records')}`)).toBeVisible()
    await expect(page.getByRole('article').getByText('blank', { exact: true })).toHaveCount(1)
    await expect(page.getByRole('article').getByText('same', { exact: true })).toHaveCount(1)
    await expect(rowOf(page, 'Another').getByText('other', { exact: true })).toBeVisible()
    // A hidden picture field shows neither picture nor initials.
    await expect(page.getByRole('article').locator('.avatar')).toHaveCount(0)
  })

  await test.step('an id that a listed field contains is not repeated, whatever the title', async () => {
    const fields = [
      { fieldname: 'code', label: 'Code', fieldtype: 'Data', in_list_view: 1, reqd: 1, unique: 1 },
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
    ]
    const naming = { module: 'Tests', naming_rule: 'Field', naming_value: 'code', fields }
    await signIn(page)
    for (const title of [{}, { title_field: 'name' }]) {
      const entity = `Coded ${unique()}`
      await api.create('Entity', { id: entity, ...naming, ...title })
      await api.create(entity, { code: 'C-77', name: 'Flour' })
      await api.create(entity, { code: 'C-78' })
      for (const layout of ['List', 'Tiles']) {
        await api.update('Entity', { id: entity, layout })
        await openList(page, encodeURIComponent(entity))
        await expect(page.locator(layout === 'List' ? '.entity-row' : '.entity-tile')).toHaveCount(2)
        await expect(page.getByText(`2 ${t('Records')}`)).toBeVisible()
        await expect(rowOf(page, 'Flour').getByText('C-77', { exact: true })).toHaveCount(1)
        await expect(rowOf(page, 'Flour')).toContainText('C-77')
        await expect(page.getByRole('article').getByText('C-78', { exact: true })).toHaveCount(1)
      }
    }
  })
})

test('in a wide list each field has its column in all rows, numbers aligned at the right @he', async ({
  page,
  api,
  signIn,
}) => {
  const entity = `Wide ${unique()}`
  const field = (fieldname: string, fieldtype: string) => ({ fieldname, fieldtype, label: fieldname, in_list_view: 1 })
  await api.create('Entity', {
    id: entity,
    module: 'Tests',
    naming_rule: 'Prompt',
    sort_field: 'id',
    sort_order: 'ASC',
    fields: [
      field('place', 'Data'),
      field('amount', 'Currency'),
      field('paid', 'Check'),
      field('remarks', 'Small Text'),
      field('day', 'Date'),
    ],
  })
  await api.create(entity, { id: 'W-1', place: 'Haifa', amount: 7, paid: 1, day: '2026-03-04' })
  await api.create(entity, { id: 'W-2', amount: 123456.75, remarks: 'A remark of some words, longer than others' })
  await api.create(entity, { id: 'W-3', place: 'A place with a name that is longer than that of the others' })
  await signIn(page)
  await page.setViewportSize({ width: 1600, height: 800 })
  await openList(page, encodeURIComponent(entity))
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(3)
  const columns = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('.columns-fields > div')].map((one) => {
        const { left, right } = one.getBoundingClientRect()
        return [Math.round(left), Math.round(right)]
      }),
    ),
  )
  expect(columns[0]).toHaveLength(5)
  expect(columns[1]).toEqual(columns[0])
  expect(columns[2]).toEqual(columns[0])
  // Numbers run from left to right in both languages, so units stand under units only at the right.
  const ends = await rows
    .locator('.amount')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
  expect(new Set(ends).size).toBe(1)
  expect(await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))).toEqual([85, 85, 85])
})

test('hovering a cut text shows it in full @once', async ({ page, api, signIn, t }) => {
  const word = unique()
  const subject = `A subject of so many words that no list beside a record has room for all of them, ${word}`
  await api.create('Task', { subject })
  await api.create('Task', { subject: `Short ${word}` })
  await signIn(page)
  await page.setViewportSize({ width: 1300, height: 800 })
  await openList(page, 'Task')
  await page.getByRole('searchbox').fill(word)
  await expect(page.getByText(`2 ${t('Records')}`)).toBeVisible()
  await page.getByText(subject, { exact: true }).hover({ force: true })
  await expect(rowOf(page, subject)).toHaveAttribute('title', subject)
  await page.getByText(`Short ${word}`, { exact: true }).hover({ force: true })
  await expect(rowOf(page, `Short ${word}`)).not.toHaveAttribute('title')
})

test('today and yesterday are words, other days of this year stand without it, and a record shows the year @he', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const word = unique()
  for (const starts_at of [
    '2026-03-10 09:07:00',
    '2026-03-09 23:59:59.5',
    '2026-03-08 09:07:00',
    '2025-03-08 09:07:00',
  ])
    await api.create('Task', { subject: `${starts_at.slice(0, 10)} ${word}`, starts_at })
  const person = await api.createUser()
  await signIn(page, person)
  await page.request.post('/api/entity/List Setting', { data: { entity: 'Task', list_fields: ['starts_at'] } })
  // Noon of the tenth, at any hour of the test.
  await page.route('**/api/auth/validate', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), server_time: '2026-03-10 12:00:00.000000' } })
  })
  await page.goto(`/app/Task?search=${word}`)
  await expect(rowOf(page, '2026-03-10')).toContainText(t('Today at {0}', ['09:07']))
  await expect(rowOf(page, '2026-03-09')).toContainText(t('Yesterday at {0}', ['23:59']))
  const day = language === 'he' ? '8 במרץ' : '8 Mar'
  await expect(rowOf(page, '2026-03-08')).toContainText(`${day}, 09:07`)
  await expect(rowOf(page, '2025-03-08')).toContainText(`${day} 2025, 09:07`)
  await rowOf(page, '2026-03-08').click()
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByText(`${day} 2026, 09:07`, { exact: true })).toBeVisible()
})
