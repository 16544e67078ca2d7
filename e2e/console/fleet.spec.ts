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
    const results = page.getByRole('dialog')
    await expect(results.getByRole('listitem')).toHaveCount(2)
    await expect(results.locator('[data-failed]')).toHaveCount(2)
    await results
      .getByRole('button', { name: t('Close') })
      .last()
      .click()
  })

  await test.step('a phone shows the same in two lines', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('.fleet-lines > li')).toHaveCount(2)
    await expectNoSideways(page)
  })
  await test.step('the actions of a project stand at the foot of a phone, in sight', async () => {
    await page.goto(`/project/${ids[0]}/HQ_info`)
    await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeInViewport()
  })
  for (const id of ids) await api.remove('Project', id)
})
