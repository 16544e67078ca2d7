import type { EntityRecord } from '@tavla/contract'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { beginEditing, detailsOf, rowOf, unique } from './screens.ts'

let place: EntityRecord

test.beforeAll(async ({ api }) => {
  place = await api.create('Entity', {
    id: `Place ${unique()}`,
    module: 'Tests',
    title_field: 'title',
    fields: [
      { fieldname: 'title', label: 'Title', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
      { fieldname: 'stars', label: 'Stars', fieldtype: 'Rating', in_list_view: 1, in_standard_filter: 1 },
      { fieldname: 'paint', label: 'Paint', fieldtype: 'Color', in_list_view: 1, in_standard_filter: 1 },
    ],
  })
})

test('a rating is set by pointer and keys in the direction of the page, and cleared', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const { id } = await api.create(place.id, { title: 'Café' })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(place.id)}/${id}`)
  const details = await beginEditing(page, t)
  const stars = details.locator('[data-field=stars]').getByRole('radiogroup', { name: /Stars/ })
  const star = (count: number) => stars.getByRole('radio', { name: t('{0} of {1}', [count, 5]), exact: true })
  const drawn = stars.locator('.rating-star')
  await drawn.nth(3).click()
  await expect(star(4)).toBeChecked()
  await expect(stars.locator('.rating-star[data-on]')).toHaveCount(4)
  await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
  await expect(star(5)).toBeChecked()
  await page.keyboard.press(language === 'he' ? 'ArrowRight' : 'ArrowLeft')
  await page.keyboard.press(language === 'he' ? 'ArrowRight' : 'ArrowLeft')
  await expect(star(3)).toBeChecked()
  await drawn.nth(2).click()
  await expect(star(0)).toBeChecked()
  await page.keyboard.press('4')
  await expect(star(4)).toBeChecked()
  for (const box of await drawn.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width)))
    expect(box).toBeGreaterThanOrEqual(24)
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+s')
  const shown = detailsOf(page, t).getByRole('img', { name: t('{0} of {1}', [4, 5]) })
  await expect(shown).toBeVisible()
  expect(await api.read(place.id, id)).toMatchObject({ stars: 4 })
})

test('a color is picked or typed, a list is filtered by ratings and colors, and invalid ones are refused @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a color is picked or typed, and other text gets a message', async () => {
    const { id } = await api.create(place.id, { title: 'Door' })
    await page.goto(`/app/${encodeURIComponent(place.id)}/${id}`)
    const details = await beginEditing(page, t)
    const text = details.locator('[data-field=paint]').getByRole('textbox', { name: /Paint/ })
    const picker = details.getByLabel(t('Color'), { exact: true })
    await picker.fill('#ff8800')
    await expect(text).toHaveValue('#ff8800')
    await text.fill('orange')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('alert')).toContainText('#1f6feb')
    await text.fill('#1F6FEB')
    await expect(picker).toHaveValue('#1f6feb')
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(detailsOf(page, t).getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    await expect(detailsOf(page, t).locator('[data-field=paint]')).toContainText('#1f6feb')
    await expect(detailsOf(page, t).locator('.color-swatch')).toHaveCSS('background-color', 'rgb(31, 111, 235)')
    expect(await api.read(place.id, id)).toMatchObject({ paint: '#1f6feb' })
  })

  await test.step('a list shows ratings and colors and is filtered by them', async () => {
    await api.create(place.id, { title: 'Inn', stars: 2, paint: '#00aa00' })
    await api.create(place.id, { title: 'Bar', stars: 5, paint: '#aa0000' })
    await page.goto(`/app/${encodeURIComponent(place.id)}`)
    await expect(rowOf(page, 'Inn').getByRole('img', { name: t('{0} of {1}', [2, 5]) })).toBeVisible()
    await expect(rowOf(page, 'Inn')).toContainText('#00aa00')
    const filters = page.locator('.quick-filter')
    await filters.first().getByRole('combobox').click()
    await page.getByRole('option', { name: '5', exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(rowOf(page, 'Bar')).toBeVisible()
    await filters.first().getByRole('combobox').click()
    await page.getByRole('option', { name: t('All'), exact: true }).click()
    await filters.getByRole('textbox').fill('00aa')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(rowOf(page, 'Inn')).toBeVisible()
  })

  await test.step('an invalid rating or color is refused with a sentence', async () => {
    const path = `/api/entity/${encodeURIComponent(place.id)}`
    const refused = async (values: object) => {
      const answer = await api.request.post(path, { data: { title: 'x', ...values } })
      return [answer.status(), await answer.text()]
    }
    expect(await refused({ stars: 6 })).toEqual([417, expect.stringContaining('Stars must be between 0 and 5')])
    expect(await refused({ paint: 'red' })).toEqual([
      417,
      expect.stringContaining('Paint must be a color such as #1f6feb'),
    ])
  })
})
