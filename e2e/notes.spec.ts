import type { Locator, Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { cut, waiting, wake } from './queue.ts'
import { detailsOf, unique } from './screens.ts'

type Say = (source: string, args?: readonly (string | number)[]) => string

/** Opens the composer of notes; resolves with it and its box. */
async function beginNote(details: Locator, t: Say) {
  await details.getByRole('button', { name: t('Add a note') }).click()
  const composer = details.getByRole('form', { name: t('Add a note') })
  const box = composer.getByLabel(t('Note'), { exact: true })
  await expect(box).toBeFocused()
  return { composer, box }
}

/** The people whom an @ offers. */
const peopleIn = (page: Page, t: Say) => page.getByRole('listbox', { name: t('Mentions') })

test('a note mentions a person, stands among the messages, is changed, deleted and brought back', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const name = `Noa ${unique()}`
  const user = await api.createUser({ full_name: name })
  const stranger = `Zoe ${unique()}`
  const { id: role_profile } = await api.create('Role Profile', { role_profile: `Outside ${unique()}` })
  await api.createUser({ full_name: stranger, role_profiles: [{ role_profile }] })
  const { id } = await api.create('Contact', { contact_name: `Acme ${unique()}`, email: 'acme@customer.example' })
  const place = {
    reference_entity: 'Contact',
    reference_id: id,
    communication_medium: 'Email',
    sent_or_received: 'Received',
  }
  for (const [subject, hour] of [
    ['An old question', '08'],
    ['A later question', '10'],
  ]) {
    const communication_date = `2026-01-05 ${hour}:00:00.000000`
    await api.create('Communication', { ...place, subject, content: subject, communication_date })
  }
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await expect(rows).toHaveCount(2)
  await test.step('R answers the last message and M begins a note, from any tab', async () => {
    await details.getByRole('tab', { name: t('Details') }).click()
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
    await page.keyboard.press('r')
    const answer = details.getByRole('form', { name: t('Send Email') })
    await expect(answer.getByLabel(t('Subject'), { exact: true })).toHaveValue('Re: A later question')
    await page.keyboard.press('Escape')
    await expect(answer).toBeHidden()
    await page.keyboard.press('m')
    await expect(details.getByRole('form', { name: t('Add a note') }).getByLabel(t('Note'))).toBeFocused()
    await page.keyboard.press('Escape')
  })
  const { composer, box } = await beginNote(details, t)
  await expect(composer).toContainText(t('Notes stay inside. They are never sent.'))

  await test.step('an @ offers people; Escape leaves the letter, and Enter takes one', async () => {
    await box.pressSequentially('ask @')
    const people = peopleIn(page, t)
    await expect(people.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(people).toBeHidden()
    await expect(box).toBeFocused()
    await box.fill('Ask ')
    await box.press('End')
    const typed = name.slice(0, -2)
    // An answer to fewer letters may show the same person, whom Enter does not take.
    const answer = page.waitForResponse((one) => new URL(one.url()).searchParams.get('txt') === typed)
    await box.pressSequentially(`@${typed}`)
    await answer
    await expect(people.getByRole('option')).toHaveText([new RegExp(name)])
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue(`Ask @${name} `)
    await test.step('Enter before the answer takes the person, too', async () => {
      let answerLate = () => {}
      const isLate = new Promise<void>((resolve) => {
        answerLate = resolve
      })
      const late = (url: URL) => url.searchParams.get('txt') === typed
      await page.route(late, async (route) => {
        await isLate
        await route.continue()
      })
      await box.fill('Ask ')
      await box.press('End')
      await box.pressSequentially(`@${typed}`)
      await page.keyboard.press('Enter')
      await expect(box).toHaveValue(`Ask @${typed}\n`)
      const answer = page.waitForResponse((one) => late(new URL(one.url())))
      answerLate()
      await answer
      await expect(box).toHaveValue(`Ask @${name} `)
      await page.unroute(late)
    })
    await box.pressSequentially(`and @${stranger}`)
    await expect(people.getByRole('option')).toHaveCount(1)
    await expectAccessibleByDayAndNight(page)
    await people.getByRole('option').click()
    await expect(composer).toContainText(t('{0} cannot see this record.', [stranger]))
  })

  await test.step('it is kept over a reload, and stored with ids', async () => {
    await page.reload()
    await expect(box).toHaveValue(`Ask @${name} and @${stranger} `)
    await box.press('End')
    await box.pressSequentially('see https://shop.example/menu.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(rows).toHaveCount(3)
    const note = rows.last()
    await expect(note).toContainText(`Ask @${name} and @${stranger} see`)
    await expect(note.getByRole('link')).toHaveAttribute('href', 'https://shop.example/menu')
    await expect(note.getByRole('article')).toHaveAccessibleName(new RegExp(`^${t('Note')}, `))
    const filters = JSON.stringify({ reference_id: id })
    const query = { params: { filters, fields: '["text","mentions"]' } }
    const [stored] = (await (await api.request.get('/api/entity/Note', query)).json()).data
    expect(stored.text).toContain(`Ask @[${user}] and @[`)
    expect(stored.mentions).toHaveLength(2)
  })

  await test.step('its writer changes it in its place, deletes it and brings it back', async () => {
    const note = rows.last()
    await note.getByRole('button', { name: t('Edit') }).click()
    const text = note.getByLabel(t('Note'), { exact: true }).last()
    await expect(text).toHaveValue(new RegExp(`^Ask @${name} and`))
    await text.fill(`Thank @${name}`)
    await page.reload()
    await expect(text).toHaveValue(`Thank @${name}`)
    await note.getByRole('button', { name: t('Cancel') }).click()
    await expect(note).toContainText(`Ask @${name}`)
    const discarded = page.locator('.notice', { hasText: t('Changes discarded') })
    await discarded.getByRole('button', { name: t('Undo') }).click()
    await expect(text).toHaveValue(`Thank @${name}`)
    await text.focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(text).toHaveCount(0)
    await page.reload()
    await expect(note).toContainText(`Thank @${name}`)
    await expect(text).toHaveCount(0)
    await expect(note).toContainText(t('Edited {0}', ['']).trim())
    await page.setViewportSize({ width: 390, height: 664 })
    await expectAccessibleByDayAndNight(page)
    await note.getByRole('button', { name: t('Delete') }).click()
    await expect(rows).toHaveCount(2)
    const notice = page.locator('.notice', { hasText: `Thank @${name}` })
    await notice.getByRole('button', { name: t('Undo') }).click()
    await expect(rows).toHaveCount(3)
    await expect(rows.last()).toContainText(`Thank @${name}`)
  })
})

test('notes come and go in open browsers; a search leads to one; a record without messages has a tab of them @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = `zebra${unique()}`
  const { id } = await api.create('Contact', { contact_name: `Acme ${unique()}` })
  const about = { reference_entity: 'Contact', reference_id: id }
  const first = await api.create('Note', { ...about, text: `The first ${word}` })
  for (let n = 0; n < 60; n++) await api.create('Note', { ...about, text: `Note ${n}\nline\nline` })
  await signIn(page, 'staff@example.com')
  await page.goto(`/search?text=${word}`)
  await page.getByRole('link', { name: word }).click()
  const details = detailsOf(page, t)
  const found = details.locator(`[data-id="${first.id}"]`)
  await expect(found).toBeInViewport()
  await expect(found.getByRole('article')).toBeFocused()

  const place = async () => (await found.boundingBox())?.y
  const before = await place()
  const added = await api.create('Note', { ...about, text: 'From a colleague' })
  await expect(details.locator(`[data-id="${added.id}"]`)).toBeAttached()
  expect(await place()).toBe(before)
  await api.remove('Note', added.id)
  await expect(details.locator(`[data-id="${added.id}"]`)).toHaveCount(0)

  const item = await api.create('Catalog Item', { item_name: `Tea ${unique()}`, unit_price: 5 })
  await page.goto(`/app/Catalog Item/${item.id}?tab=notes`)
  const { box } = await beginNote(details, t)
  await expect(details.getByRole('button', { name: t('Send Email') })).toHaveCount(0)
  await box.fill('Order more')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(details.locator('.note-row')).toHaveText([/Order more/])
})

test('a note waits where there is no network, and is sent afterwards @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Acme ${unique()}` })
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  const { box } = await beginNote(details, t)
  await box.fill('Written at home')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(rows.getByRole('button', { name: t('Delete') })).toBeVisible()
  await beginNote(details, t)
  const mend = await cut(page)
  await box.fill('Written in the train')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(rows).toHaveText([/Written at home/, /Written in the train/])
  await expect(rows.last()).toContainText(t('Waiting to be sent'))
  await expect(waiting(page, t, 1)).toBeVisible()
  await mend()
  await wake(page)
  await expect(waiting(page, t, 1)).toHaveCount(0)
  await expect(rows).toHaveText([/Written at home/, /Written in the train/])
  await expect(rows.last()).not.toContainText(t('Waiting to be sent'))
})
