import { expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { detailsOf, unique } from './screens.ts'

test('a record leads to those beside it in its list, and to those that point at it @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const family = `Baker ${unique()}`
  const names = ['Ada', 'Ben', 'Cleo'].map((name) => `${name} ${family}`)
  const people: string[] = []
  for (const contact_name of names) people.push((await api.create('Contact', { contact_name })).id)
  const [, ben = '', cleo = ''] = people
  for (const subject of ['Bread', 'Cake']) await api.create('Task', { subject: `${subject} ${family}`, contact: ben })
  await signIn(page)
  const search = `search=${encodeURIComponent(family)}&order_by=contact_name asc`
  const details = detailsOf(page, t)
  const place = (at: number) => details.getByText(t('{0} of {1}', [at, 3]), { exact: true })
  const step = (name: string) => details.getByRole('button', { name: t(name), exact: true })

  await test.step('the head tells the place in the list, and leads on by a press and by keys', async () => {
    await page.goto(`/app/Contact?${search}`)
    await page
      .getByRole('link', { name: names[0] ?? '' })
      .first()
      .click()
    await expect(place(1)).toBeVisible()
    await expect(step('Previous record')).toBeDisabled()
    await step('Next record').click()
    await expect(place(2)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/Contact/${ben}`))
    await page.keyboard.press(']')
    await expect(place(3)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/Contact/${cleo}`))
    await expect(step('Next record')).toBeDisabled()
    await page.keyboard.press('[')
    await expect(place(2)).toBeVisible()
  })
  const tab = details.getByRole('tab', { name: t('Task') })
  await test.step('records that point here are a tab with their number', async () => {
    await expect(tab).toHaveText(/2$/)
    await tab.click()
    const table = details.getByRole('table')
    await expect(table.getByRole('link', { name: `Bread ${family}` })).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(3)
    await table.getByRole('button', { name: t('Subject') }).click()
    await expect(table.getByRole('row').nth(1)).toContainText('Bread')
    await table.getByRole('button', { name: t('Subject') }).click()
    await expect(table.getByRole('row').nth(1)).toContainText('Cake')
    await expectAccessibleByDayAndNight(page)
    await expectNoSideways(page)
  })
  await test.step('a new one points here, and is counted', async () => {
    await details.getByRole('button', { name: t('New {0}', [t('Task')]) }).click()
    const window = page.getByRole('dialog')
    await expect(window.getByRole('textbox', { name: t('Subject') })).toBeVisible()
    await expect(window.getByRole('combobox', { name: t('Contact') })).toHaveValue(names[1] ?? '')
    await window.getByRole('textbox', { name: t('Subject') }).fill(`Tart ${family}`)
    await window.getByRole('button', { name: t('Create'), exact: true }).click()
    await expect(tab).toHaveText(/3$/)
    await expect(details.getByRole('table').getByRole('link', { name: `Tart ${family}` })).toBeVisible()
  })
  await test.step('the list of them stands under its filter', async () => {
    await details.getByRole('link', { name: t('Open as List') }).click()
    await expect(page.getByText(`Tart ${family}`)).toBeVisible()
    await expect(page.getByText(t('Records'), { exact: true }).first()).toBeVisible()
    expect(new URL(page.url()).searchParams.get('filters')).toContain(ben)
  })
  await test.step('an address opens the window of a new record with its values', async () => {
    const set = { subject: `Pie ${family}`, contact: ben, owner: 'nobody' }
    await page.goto(`/app/Task?new=1&set=${encodeURIComponent(JSON.stringify(set))}`)
    const window = page.getByRole('dialog')
    await expect(window.getByRole('textbox', { name: t('Subject') })).toHaveValue(`Pie ${family}`)
    await expect(window.getByRole('combobox', { name: t('Contact') })).toHaveValue(names[1] ?? '')
    await expect(page).not.toHaveURL(/new=1/)
    await window.getByRole('button', { name: t('Create'), exact: true }).click()
    await expect(page).toHaveURL(/\/Task\/TASK-/)
    await expect(details.getByRole('heading', { name: `Pie ${family}` })).toBeVisible()
  })
})
