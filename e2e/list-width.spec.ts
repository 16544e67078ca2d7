import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { rowOf, unique } from './screens.ts'

const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? 0)

test.use({ viewport: { width: 1440, height: 900 } })

test('a list has the whole width, gives it to a record, and keeps the edge where a person put it', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const word = unique()
  for (const [name, priority] of [
    ['Flour', 'High'],
    ['Butter', 'Low'],
    ['Yeast', 'Medium'],
  ] as const)
    await api.create('Task', { subject: `${name} ${word}`, priority, due_date: '2026-03-04' })
  await signIn(page, await api.createUser())
  const list = page.locator('.list-panel')
  const details = page.getByRole('region', { name: t('Details') })

  await test.step('the head has each label once, and sorts by click and by key', async () => {
    await page.goto(`/app/Task?search=${word}`)
    const heads = page.getByRole('table', { name: t('Columns') })
    const subject = heads.getByRole('columnheader', { name: t('Subject') })
    await subject.getByRole('button').click()
    await expect(subject).toHaveAttribute('aria-sort', 'ascending')
    const titles = page.getByRole('article').getByRole('link')
    await expect(titles).toHaveText([`Butter ${word}`, `Flour ${word}`, `Yeast ${word}`])
    await page.keyboard.press('Enter')
    await expect(subject).toHaveAttribute('aria-sort', 'descending')
    await expect(titles).toHaveText([`Yeast ${word}`, `Flour ${word}`, `Butter ${word}`])
    await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
    await expect(heads.getByRole('button', { name: t('Status') })).toBeFocused()
    // The head starts and ends where the columns do.
    const [label, value] = [
      heads.getByText(t('Due Date')),
      rowOf(page, 'Flour').locator('.columns-fields > div').last(),
    ]
    const start = async (one: Locator) =>
      one.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        return Math.round(element.matches(':dir(rtl)') ? right : left)
      })
    expect(await start(label)).toBe(await start(value))
    expect(await rowOf(page, 'Flour').evaluate(({ clientHeight }) => clientHeight)).toBe(84)
  })

  const edge = page.getByRole('separator', { name: t('Width of the list') })
  await test.step('a record opens beside it, and the row keeps the focus', async () => {
    await expect(edge).toHaveCount(0)
    const row = rowOf(page, 'Flour').getByRole('link')
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(`Flour ${word}`)
    await expect(row).toBeFocused()
    await expect(page.getByRole('columnheader')).toHaveCount(0)
    expect(await widthOf(list)).toBe(420)
    expect((await rowOf(page, 'Flour').boundingBox())?.height).toBe(85)
  })

  await test.step('the edge moves by keys and by the pointer, within its bounds', async () => {
    await edge.focus()
    await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
    await expect(edge).toHaveAttribute('aria-valuenow', '436')
    await page.keyboard.press('Home')
    await expect.poll(() => widthOf(list)).toBe(320)
    await page.keyboard.press('End')
    await expect(edge).toHaveAttribute('aria-valuenow', (await edge.getAttribute('aria-valuemax')) ?? '')
    const saved = page.waitForResponse((answer) => answer.url().includes('List%20Setting') && answer.ok())
    await page.keyboard.press('Home')
    await saved
    const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {}
    await page.mouse.move(x + 4, y + 300)
    await page.mouse.down()
    await page.mouse.move(x + 4 + (language === 'he' ? -200 : 200), y + 310, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => widthOf(list)).toBe(520)
    await expect(edge).toHaveAttribute('aria-valuenow', '520')
  })

  await test.step('its place is there after a reload, and a double click restores the default', async () => {
    await expect
      .poll(async () => {
        const { data } = await (await page.request.get('/api/entity/List%20Setting?fields=["split"]')).json()
        return data[0]?.split
      })
      .toBe(520)
    await page.reload()
    await expect(edge).toHaveAttribute('aria-valuenow', '520')
    await edge.dblclick()
    await expect.poll(() => widthOf(list)).toBe(420)
  })

  await test.step('Escape closes the record, and the list has the whole width again', async () => {
    await page.goto(`/app/Task?search=${word}`)
    await rowOf(page, 'Flour').getByRole('link').click()
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(`Flour ${word}`)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(rowOf(page, 'Flour').getByRole('link')).toBeFocused()
    await expect(page.getByRole('columnheader', { name: t('Subject') })).toBeVisible()
    expect(await widthOf(list)).toBeGreaterThan(1100)
    await rowOf(page, 'Butter').getByRole('link').click()
    await details.getByRole('button', { name: t('Back to the list') }).click()
    await expect(rowOf(page, 'Butter').getByRole('link')).toBeFocused()
  })
})
