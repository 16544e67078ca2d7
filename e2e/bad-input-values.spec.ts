import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { editRecord, makeOddEntity } from './bad-input.ts'
import { expect, test } from './fixtures.ts'
import { openList, rowOf, unique } from './screens.ts'

test('numbers, addresses, JSON and days that cannot be get messages, and HTML is shown as text @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('numbers out of range, an invalid address and invalid JSON get messages beside their boxes', async () => {
    const entity = await makeOddEntity(api, [
      { fieldname: 'whole', label: 'Whole', fieldtype: 'Int' },
      { fieldname: 'part', label: 'Part', fieldtype: 'Float' },
      { fieldname: 'email', label: 'Email', fieldtype: 'Data' },
      { fieldname: 'setup', label: 'Setup', fieldtype: 'JSON' },
    ])
    await api.create(entity, { id: 'one' })
    const { field, details } = await editRecord(page, `/app/${encodeURIComponent(entity)}/one`, t)
    await field('Whole').fill('99999999999999999999')
    await field('Part').fill('1e400')
    await field('Email').fill('nobody at home')
    await field('Setup').fill("{'a': 1}")
    await page.keyboard.press('ControlOrMeta+s')
    await expect(field('Email')).toHaveAccessibleDescription(
      t('{0} is not a valid email address', [{ translate: 'Email' }]),
    )
    await expect(field('Setup')).toHaveAccessibleDescription(t('{0} must be valid JSON', [{ translate: 'Setup' }]))
    await field('Email').fill('noa@example.com')
    await field('Setup').fill('{"a": 1}')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(field('Whole')).toHaveAccessibleDescription(
      t('The number in {0} is too large', [{ translate: 'Whole' }]),
    )
    await expect(field('Setup')).toHaveValue('{"a": 1}')
    await field('Whole').fill('-12')
    await field('Part').fill('2.5')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    expect(await api.read(entity, 'one')).toMatchObject({ whole: -12, part: 2.5, setup: { a: 1 } })
  })

  await test.step('a day beyond the end of its month becomes the last one, and one in an address gives a message', async () => {
    const { id } = await api.create('Task', { subject: `Day ${unique()}` })
    const { details } = await editRecord(page, `/app/Task/${id}`, t)
    const due = details.getByRole('group', { name: t('Due Date'), exact: true })
    const part = (type: string) => due.locator(`[data-type="${type}"]`)
    const type = async (parts: Readonly<Record<string, string>>) => {
      for (const [name, typed] of Object.entries(parts)) {
        await part(name).click()
        await page.keyboard.type(typed)
      }
    }
    // Half a day is no value: the former one returns when the box loses the focus.
    await type({ day: '31' })
    await expect(part('day')).toHaveText('31')
    await details.getByLabel(t('Points'), { exact: true }).focus()
    await expect(part('day')).not.toHaveText('31')
    await type({ day: '31', month: '02', year: '2026' })
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    expect((await api.read('Task', id)).due_date).toBe('2026-02-28')

    const nonsense = JSON.stringify({ due_date: '2026-02-31', status: ['like'] })
    await page.goto(`/app/Task?filters=${encodeURIComponent(nonsense)}`)
    await expect(page.getByText(/Due Date|תאריך יעד|Status|סטטוס/).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /^(Retry|ניסיון חוזר)$/ })).toBeVisible()
  })

  await test.step('HTML and script are shown as text everywhere', async () => {
    const word = unique()
    const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script> ${word}`
    const { id } = await api.create('Task', {
      ...{ subject: evil, summary: evil, description: evil, long_notes: evil, snippet: evil, config: { [evil]: evil } },
      checklist: [{ title: evil }],
    })
    await api.update('Task', { id, summary: `${evil} again` })
    await openList(page, 'Task')
    await expect(rowOf(page, word)).toContainText('<img src=x')
    await rowOf(page, word).getByRole('link').click()
    const details = page.getByRole('region', { name: t('Details') })
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(evil)
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
    expect(await details.getByText('<img src=x').count()).toBeGreaterThan(6)
    await details.getByRole('tab', { name: t('History') }).click()
    await expect(details.getByText('<img src=x').first()).toBeVisible()
    expect(await page.locator('main img[src="x"], main script').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
  })
})

test('an empty quick filter matches all, and a Select of the maximum of choices is searched by keys @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('an empty quick filter shows that all records match, and differs from one with a value', async () => {
    const types = ['Data', 'Int', 'Select', 'Check', 'Date', 'Datetime', 'Time', 'Link']
    const options: Record<string, string> = { Select: 'Open\nDone', Link: 'Contact' }
    const entity = await makeOddEntity(
      api,
      types.map((fieldtype, n) => ({
        ...{ fieldname: `f_${n}`, label: fieldtype, fieldtype, in_standard_filter: 1 },
        options: options[fieldtype] ?? null,
      })),
    )
    await api.create(entity, { id: 'one', f_4: '2026-01-05' })
    await page.goto(`/app/${encodeURIComponent(entity)}`)
    const filters = page.locator('.quick-filter')
    await expect(page.getByRole('article')).toBeVisible()
    await expect(filters).toHaveCount(types.length)
    const says = (n: number) =>
      filters.nth(n).evaluate((filter) => {
        const drawn = filter.querySelector('.select-value, .date-hint')
        const box = filter.querySelector('input')
        return drawn?.textContent ?? (box?.value || box?.placeholder)
      })
    for (const n of types.keys()) await expect.poll(() => says(n), types[n]).toBe(t('All'))
    await expectAccessibleByDayAndNight(page)

    const day = filters.nth(4)
    await expect(day.getByText(t('All'))).toBeVisible()
    await day.getByRole('spinbutton').first().click()
    await expect(day.getByText(t('All'))).toBeHidden()
    for (const [part, typed] of [
      ['day', '06'],
      ['month', '01'],
      ['year', '2026'],
    ]) {
      await day.locator(`[data-type="${part}"]`).click()
      await page.keyboard.type(String(typed))
    }
    await expect(page.getByText(t('No results'))).toBeVisible()
    await expect(day).toHaveAttribute('data-active')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('Clear') })
      .first()
      .click()
    await expect(day).not.toHaveAttribute('data-active')
    await expect(day.getByText(t('All'))).toBeVisible()
  })

  await test.step('a Select with the maximum of label/value pairs is searched and chosen with the keyboard', async () => {
    const pairs = Array.from({ length: 24 }, (_, n) => ({ label: `עיר ${n} & "co"`, value: `v${n}` }))
    const options = JSON.stringify(pairs)
    expect(options.length).toBeGreaterThan(900)
    const entity = await makeOddEntity(api, [{ fieldname: 'town', label: 'Town', fieldtype: 'Select', options }])
    await api.create(entity, { id: 'one', town: 'v3' })
    const { details } = await editRecord(page, `/app/${encodeURIComponent(entity)}/one`, t)
    const box = details.getByRole('combobox', { name: /Town/ })
    await expect(box).toContainText('עיר 3 & "co"')
    await box.press('Enter')
    await page.keyboard.insertText('21 &')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(box).toBeFocused()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    expect((await api.read(entity, 'one')).town).toBe('v21')
  })
})
