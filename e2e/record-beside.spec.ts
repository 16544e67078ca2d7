import { expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { detailsOf, unique } from './screens.ts'

test.use({ viewport: { width: 1920, height: 900 } })

test('a wide record shows another tab beside its form: chosen by keys, dragged, hidden, remembered @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const subject = `Lemon tart ${unique()}`
  const { id } = await api.create('Task', { subject, status: 'Open' })
  const other = await api.create('Task', { subject: `Plum cake ${unique()}`, status: 'Open' })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = detailsOf(page, t)
  const tab = (name: string) => details.getByRole('tab', { name: t(name) })
  const panel = (name: string) => details.getByRole('tabpanel', { name: t(name) })
  const form = panel('Details').getByText(subject, { exact: true })
  const edge = details.getByRole('separator', { name: t('Width of the side panel') })

  await test.step('the first other tab stands beside the form', async () => {
    await expect(panel('Communication').getByText(t('No communication yet'))).toBeVisible()
    await expect(form).toBeVisible()
    await expect(tab('Details')).toHaveAttribute('aria-selected', 'true')
    await expect(tab('Communication')).toHaveAttribute('aria-selected', 'true')
    await expectAccessibleByDayAndNight(page)
    await expectNoSideways(page)
  })
  await test.step('arrows choose another, which the address names', async () => {
    await tab('Details').focus()
    await page.keyboard.press('End')
    await expect(tab('History')).toBeFocused()
    await expect(panel('History').getByText(t('Created'), { exact: true })).toBeVisible()
    await expect(panel('Communication')).toHaveCount(0)
    await expect(form).toBeVisible()
    await expect(page).toHaveURL(/\?tab=history$/)
  })
  await test.step('the edge moves by keys, and stays where it was put', async () => {
    const before = Math.round((await panel('History').boundingBox())?.width ?? 0)
    await edge.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(async () => (await panel('History').boundingBox())?.width).toBe(before + 64)
    await page.goto(`/app/Task/${other.id}`)
    await expect(panel('History').getByText(t('Created'), { exact: true })).toBeVisible()
    expect((await panel('History').boundingBox())?.width).toBe(before + 64)
  })
  await test.step('editing leaves it in place', async () => {
    await page.getByRole('button', { name: t('Edit'), exact: true }).click()
    await expect(details.getByRole('textbox', { name: t('Subject') })).toBeVisible()
    await expect(panel('History')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('hidden, it comes back with its tab', async () => {
    await details.getByRole('button', { name: t('Hide the side panel') }).click()
    await expect(panel('History')).toHaveCount(0)
    await page.reload()
    await expect(tab('Files')).toHaveAttribute('aria-selected', 'false')
    await expect(edge).toHaveCount(0)
    await tab('Files').click()
    await expect(panel('Files')).toBeVisible()
    await expect(panel('Details')).toBeVisible()
  })
  await test.step('a narrower record shows one tab', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(panel('Details')).toHaveCount(0)
    await expect(panel('Files')).toBeVisible()
  })
})
