import { expectAccessibleByDayAndNight, expectNoSideways } from '../accessibility.ts'
import { rowOf, unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('projects stand as a fleet: found, selected by keys, acted on together, and in two lines on a phone @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const ids = ['a', 'b'].map((letter) => `${letter}-${word}`)
  for (const id of ids)
    await api.create('Project', { id, project_name: id, server: 'main', auto_provision: 0, environment: 'Staging' })
  await signIn(page)
  await page.goto(`/project?search=${word}`)
  await expect(rowOf(page, '')).toHaveCount(2)
  await expect(rowOf(page, ids[0] ?? '')).toContainText(t('Staging'))

  await test.step('a bar acts on the selected ones, and tells what came of each', async () => {
    await rowOf(page, ids[0] ?? '')
      .getByRole('link')
      .focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.locator('.fleet tr[data-selected]')).toHaveCount(2)
    await expectAccessibleByDayAndNight(page)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: t('Stop') })
      .click()
    const results = page.getByRole('dialog', { name: t('Stop'), exact: true })
    await expect(results.getByRole('listitem')).toHaveCount(2)
    await expect(results.locator('[data-failed]')).toHaveCount(2)
    await results
      .getByRole('button', { name: t('Close') })
      .last()
      .click()
  })

  await test.step('the rows and their number follow each change', async () => {
    const number = page.getByRole('main').locator('.list-summary .numeric')
    await expect(number).toHaveText('2')
    const id = `c-${word}`
    await api.create('Project', { id, project_name: id, server: 'main', auto_provision: 0 })
    await expect(rowOf(page, '')).toHaveCount(3)
    await expect(number).toHaveText('3')
    await api.remove('Project', id)
    await expect(rowOf(page, '')).toHaveCount(2)
    await expect(number).toHaveText('2')
  })

  await test.step('in a smaller window, the state and its reason keep their room', async () => {
    for (const width of [1280, 1024, 910]) {
      await page.setViewportSize({ width, height: 800 })
      const states = page.locator('.fleet td[data-column="status"]')
      for (const state of await states.all()) expect((await state.boundingBox())?.width).toBeGreaterThan(230)
      await expectNoSideways(page)
      expect(await page.locator('.fleet').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  })

  await test.step('a phone shows the same in two lines, which can be selected too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('.fleet-lines > li')).toHaveCount(2)
    await expectNoSideways(page)
    await page.getByRole('checkbox', { name: t('Select {0}', [ids[0] ?? '']) }).click()
    await expect(page.getByRole('toolbar')).toContainText(t('Staging'))
    await expectAccessibleByDayAndNight(page)
    await expectNoSideways(page)
  })
  await test.step('the actions of a project stand at the foot of a phone, in sight', async () => {
    await page.goto(`/project/${ids[0]}/HQ_info`)
    await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeInViewport()
  })
  for (const id of ids) await api.remove('Project', id)
})
