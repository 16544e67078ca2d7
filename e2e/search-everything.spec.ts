import { expectAccessible, expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { detailsOf, openList, unique } from './screens.ts'

test('records, places and actions are found from everywhere by keys alone @he', async ({ page, api, signIn, t }) => {
  const word = unique()
  const { id } = await api.create('Contact', { contact_name: `שָׁלוֹם ${word}`, notes: `Owes two chairs ${word}` })
  for (const name of ['First', 'Second']) await api.create('Task', { subject: `${name} ${word}` })
  await signIn(page)
  await page.goto('/app')
  await expect(page.getByRole('button', { name: t('Search everything') })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  const palette = page.getByRole('dialog', { name: t('Search everything') })
  const box = palette.getByRole('combobox')
  const option = (name: string | RegExp) => palette.getByRole('option', { name })
  await expect(box).toBeFocused()

  // A record by its name without points, opened by Enter.
  await page.keyboard.type(`שלום ${word}`)
  await expect(option(word)).toHaveCount(1)
  await expect(option(word)).toHaveAttribute('aria-selected', 'true')
  await expect(option(word)).toContainText(`${t('Contact')} · ${id}`)
  await expectAccessibleByDayAndNight(page)
  const noted = page.waitForResponse((answer) => answer.request().method() === 'POST' && /\/recent$/.test(answer.url()))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/app/Contact/${id}$`))
  await expect(palette).toBeHidden()
  await noted

  // It stands among the records opened lately; a text inside a field is found and shown.
  await page.keyboard.press('ControlOrMeta+K')
  await expect(
    palette
      .getByRole('group', { name: t('Recently opened') })
      .getByRole('option')
      .first(),
  ).toContainText(word)
  await expectAccessible(page)
  await page.keyboard.type(`two chairs ${word}`)
  // The list of what was typed before stands until then.
  await expect(option(word)).toHaveCount(1)
  await expect(option(word)).toContainText(`two chairs ${word}`)

  // Tab shows what can be done with it, and Backspace leaves again.
  await page.keyboard.press('Tab')
  await expect(palette.getByRole('group', { name: t('With {0}', [`שָׁלוֹם ${word}`]) })).toBeVisible()
  await expect(option(t('Copy Link'))).toBeVisible()
  await expect(option(t('Contact'))).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(palette.getByRole('group', { name: t('Go to') })).toBeVisible()

  // The screen behind offers its actions.
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await detailsOf(page, t)
    .getByRole('button', { name: t('Edit'), exact: true })
    .waitFor()
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type(t('Edit'))
  await expect(option(t('Edit')).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(detailsOf(page, t).getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  // A place, and what nothing matches.
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type(`${word} nowhere`)
  await expect(palette.getByText(t('No results for {0}', [`${word} nowhere`])).first()).toBeVisible()
  await box.fill(t('Trash'))
  await expect(palette.getByRole('option').first()).toContainText(t('Trash'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/Trash%20Item$/)

  // A new record of a list, from elsewhere.
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type(t('New {0}', [t('Quote')]))
  await expect(palette.getByRole('option').first()).toContainText(t('New {0}', [t('Quote')]))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel(t('Subject'), { exact: true })).toBeFocused()
})

test('the page of all results counts by entity, and shows one @he', async ({ page, api, signIn, t }) => {
  const word = unique()
  for (let at = 0; at < 9; at++) await api.create('Task', { subject: `Plan ${at} ${word}` })
  await api.create('Contact', { contact_name: `Noa ${word}` })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('button', { name: t('Search everything') }).click()
  await expect(page.getByRole('combobox', { name: t('Search everything') })).toBeFocused()
  await page.keyboard.type(word)
  const all = page.getByRole('option', { name: t('All {0} results', [10]) })
  await expect(all).toBeVisible()
  await all.click()
  const results = page.getByRole('list', { name: t('Found') })
  await expect(results.getByRole('listitem')).toHaveCount(10)
  await expectAccessibleByDayAndNight(page)
  await page
    .getByRole('link', { name: new RegExp(`^${t('Task')}`) })
    .getByText('9')
    .click()
  await expect(results.getByRole('listitem')).toHaveCount(9)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSideways(page)
  await results.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/app\/Task\/TASK-\d+$/)
})
