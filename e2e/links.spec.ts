import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test('a link offers suggestions on focus and at every letter, and closes outside @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const contact = await api.create('Contact', { contact_name: `Zohar ${word}`, company: 'Mill' })
  const { id } = await api.create('Task', { subject: `Link ${word}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/utils/get_link_field_list') asked.push(searchParams)
  })
  const box = details.getByRole('combobox', { name: t('Contact'), exact: true })
  const options = page.getByRole('option')

  await box.focus()
  await expect(options.first()).toBeVisible()
  expect(asked.map((one) => [one.get('entity'), one.get('txt') ?? '', one.has('reference_entity')])).toEqual([
    ['Contact', '', false],
  ])
  asked.length = 0
  await box.pressSequentially(` ${word.slice(0, 3)}`)
  await expect.poll(() => asked.map((one) => one.get('txt') ?? '')).toEqual(['', ...prefixes(word.slice(0, 3))])

  await box.fill(word)
  await expect(options).toHaveCount(1)
  await expect(options.first()).toContainText(`Zohar ${word}`)
  await expect(options.first()).toContainText('Mill')
  // A press outside closes it, and discards typed text that was not chosen.
  await details.getByRole('heading', { level: 2 }).click()
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue('')

  await box.click()
  await expect(options.first()).toBeVisible()
  await details.getByRole('heading', { level: 2 }).hover()
  await page.mouse.wheel(0, 40)
  await expect(options).toHaveCount(0)

  await box.fill(word)
  await expect(options).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(`Zohar ${word}`)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('link', { name: `Zohar ${word}` })).toHaveAttribute(
    'href',
    `/app/Contact/${contact.id}`,
  )
})

test('Enter chooses the fitting option however late it arrives, and Ctrl and Enter the active one @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('Enter chooses the option that fits the text, however late the suggestions arrive', async () => {
    const word = unique()
    await api.create('Contact', { contact_name: `Sought ${word}` })
    await api.create('Contact', { contact_name: `Later ${unique()}` })
    await page.goto('/app/Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    const box = page.getByRole('dialog').getByRole('combobox', { name: t('Contact'), exact: true })
    await box.focus()
    await expect(page.getByRole('option').first()).toBeVisible()

    const answer = Promise.withResolvers<void>()
    await page.route('**/api/utils/get_link_field_list?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await box.fill(word)
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue(word)
    // Nor is it lost if the user moves on at once.
    await page.keyboard.press('Tab')
    await expect(box).not.toBeFocused()
    answer.resolve()
    await expect(box).toHaveValue(`Sought ${word}`)
  })

  await test.step('Ctrl and Enter create a record with the active suggestion', async () => {
    const word = unique()
    const contact = await api.create('Contact', { contact_name: `Lior ${word}` })
    await page.goto('/app/Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    const form = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Task' }]) })
    await form.getByLabel(t('Subject'), { exact: true }).fill(`Quick ${word}`)
    await form.getByRole('combobox', { name: t('Contact'), exact: true }).fill(word)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Control+Enter')
    await expect(form).toBeHidden()
    const made = await api.request.get('/api/entity/Task', {
      params: { filters: JSON.stringify({ subject: `Quick ${word}` }), fields: JSON.stringify(['contact']) },
    })
    expect(JSON.stringify(await made.json())).toContain(`"contact":"${contact.id}"`)
  })
})

test('Tab chooses the only suggestion or the one that the arrows reached, and Escape closes them first @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('Tab chooses the only suggestion, and none of several', async () => {
    const word = unique()
    for (const name of ['Amit', 'Amital']) await api.create('Contact', { contact_name: `${name} ${word}` })
    const box = await openContactBox(page, t)
    const options = page.getByRole('option')
    await box.fill(word)
    await expect(options).toHaveCount(2)
    await page.keyboard.press('Tab')
    await expect(box).not.toBeFocused()
    await expect(box).toHaveValue('')
    await box.fill(`Amital ${word}`)
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(box).not.toBeFocused()
    await expect(box).toHaveValue(`Amital ${word}`)
  })

  await test.step('Tab chooses the suggestion that the arrows reached, with and without typed text', async () => {
    const word = unique()
    for (const name of ['Boaz', 'Carmel', 'Dvora']) await api.create('Contact', { contact_name: `${name} ${word}` })
    const box = await openContactBox(page, t)
    const options = page.getByRole('option')
    await box.fill(word)
    await expect(options).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    const second = await options.nth(1).innerText()
    await page.keyboard.press('Tab')
    await expect(box).not.toBeFocused()
    await expect(box).toHaveValue(second)

    await box.fill('')
    await expect(options.nth(1)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    const first = options.first()
    await expect(box).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
    const name = await first.locator('.option-label').innerText()
    await page.keyboard.press('Tab')
    await expect(box).not.toBeFocused()
    await expect(box).toHaveValue(name)

    // An option that is only under the pointer was not chosen.
    await box.fill(word)
    await expect(options).toHaveCount(3)
    await options.nth(2).hover()
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue(name)
  })

  await test.step('Escape closes the suggestions before it leaves edit mode', async () => {
    const { id } = await api.create('Task', { subject: `Link ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await details.getByRole('combobox', { name: t('Contact'), exact: true }).focus()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(details.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  })
})

test('a dynamic link follows its entity, and a select closes by a press outside and takes letters @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a dynamic link opens once its entity is named, and is cleared when that changes', async () => {
    const word = unique()
    await api.create('Contact', { contact_name: `Target ${word}` })
    const { id } = await api.create('Task', { subject: `Dynamic ${word}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    const entity = details.getByRole('combobox', { name: t('Related Entity'), exact: true })
    const target = details.getByRole('combobox', { name: t('Related ID'), exact: true })
    await expect(target).toBeDisabled()
    await expect(target).toHaveAttribute('placeholder', t('Set {0} first', [{ translate: 'Related Entity' }]))
    await entity.fill('Contact')
    await page
      .getByRole('option')
      .filter({ hasText: t('Contact') })
      .first()
      .click()
    await expect(target).toBeEnabled()
    await target.fill(word)
    await page.getByRole('option', { name: `Target ${word}` }).click()
    await expect(target).toHaveValue(`Target ${word}`)
    await entity.fill('Task')
    await page
      .getByRole('option')
      .filter({ hasText: t('Task') })
      .first()
      .click()
    await expect(target).toHaveValue('')
  })

  await test.step('a select closes by a press outside and by the wheel, and takes letters', async () => {
    const { id } = await api.create('Task', { subject: `Select ${unique()}`, status: 'Open' })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    const box = details.getByRole('combobox', { name: t('Status'), exact: true })
    const options = page.getByRole('option')
    await box.click()
    await expect(options).toHaveCount(4)
    await details.getByRole('heading', { level: 2 }).click()
    await expect(options).toHaveCount(0)
    await box.click()
    await expect(options).toHaveCount(4)
    await details.getByRole('heading', { level: 2 }).hover()
    await page.mouse.wheel(0, 40)
    await expect(options).toHaveCount(0)
    await box.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(box).toHaveText(t('Cancelled', undefined, 'status'))
  })
})

const prefixes = (text: string): string[] => [...text].map((_, end) => text.slice(0, end + 1))

/** The box for a contact in the window of a new task. */
async function openContactBox(page: Page, t: (source: string) => string): Promise<Locator> {
  await page.goto('/app/Task')
  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  return page.getByRole('dialog').getByRole('combobox', { name: t('Contact'), exact: true })
}
