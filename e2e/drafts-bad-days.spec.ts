import type { Page } from '@playwright/test'
import { signInToApi } from './api.ts'
import { killSite, startAgain } from './console/hq.ts'
import { expect, test } from './fixtures.ts'
import {
  beginEditing,
  detailsOf,
  draftKeys,
  keptChanges,
  openList,
  openToEdit,
  rowOf,
  selectRows,
  unique,
} from './screens.ts'
import { startSite } from './site.ts'

test('text that a killed tab kept is continued, and fields that were removed since are named @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const field = (fieldname: string, label: string) => ({ fieldname, label, fieldtype: 'Data', in_list_view: 1 })
  const { id: entity } = await api.create('Entity', {
    ...{ id: `Shelf ${unique()}`, module: 'Tests', naming_rule: 'Prompt' },
    fields: [field('place', 'Place'), field('note', 'Note')],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  await api.create(entity, { id: 'A-1', place: 'Attic', note: 'Old' })
  const path = `${encodeURIComponent(entity)}/A-1`
  await signIn(page)
  const details = await openToEdit(page, t, path)
  await details.getByLabel(t('Note'), { exact: true }).fill('Dusty')
  await details.getByLabel(t('Place'), { exact: true }).fill('Cellar')
  await expect.poll(() => page.evaluate(keptChanges)).toEqual([{ note: 'Dusty', place: 'Cellar' }])
  await page.keyboard.type(' behind the door')
  await kill(page)
  const fields = (await api.read('Entity', entity)).fields as { fieldname: string }[]
  await api.update('Entity', {
    id: entity,
    fields: fields.filter(({ fieldname }) => fieldname !== 'note'),
    confirm_data_loss: 1,
  })

  const again = await page.context().newPage()
  await again.goto(`/app/${path}`)
  await detailsOf(again, t)
    .getByRole('button', { name: t('Continue') })
    .click()
  await expect(detailsOf(again, t).getByLabel(t('Place'), { exact: true })).toHaveValue(/^Cellar/)
  await expect(again.locator('.notice').filter({ hasText: t('Not restored: {0}', ['Note']) })).toBeVisible()
  await again.keyboard.press('ControlOrMeta+s')
  await expect.poll(async () => (await api.read(entity, 'A-1')).place).toMatch(/^Cellar/)
})

test('a draft is hidden from the next person on the browser, and there again for the first one @once', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
  const [first, next] = [await api.createUser(), await api.createUser()]
  await signIn(page, first)
  const details = await openToEdit(page, t, `Task/${id}`)
  const typed = `Between us ${unique()}`
  await details.getByLabel(t('Subject'), { exact: true }).fill(typed)
  await expect.poll(() => page.evaluate(keptChanges)).toEqual([{ subject: typed }])
  await kill(page)
  // The session ends without a sign-out, which would have asked.
  await api.request.put(`/api/user/${first}`, { data: { new_password: site.passwordOf(first) } })

  const again = await page.context().newPage()
  await signIn(again, next)
  await again.goto(`/app/Task/${id}`)
  await expect(detailsOf(again, t).getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await expect(detailsOf(again, t).getByRole('button', { name: t('Continue') })).toHaveCount(0)
  await expect(again.getByText(t('Unsaved changes'))).toHaveCount(0)
  await again.goto('/app')
  await again.getByRole('button', { name: t('User menu') }).click()
  await again.getByRole('menuitem', { name: t('Logout') }).click()
  await expect(again).toHaveURL(/\/login$/)

  await signIn(again, first)
  await again.goto(`/app/Task/${id}`)
  await detailsOf(again, t)
    .getByRole('button', { name: t('Continue') })
    .click()
  await expect(detailsOf(again, t).getByLabel(t('Subject'), { exact: true })).toHaveValue(typed)
})

test('a bulk edit is continued after a reload, by the same selection in any order @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const names = [`First ${word}`, `Second ${word}`]
  for (const subject of names) await api.create('Task', { subject, priority: 'Low' })
  await signIn(page)
  const window = page.getByRole('dialog', { name: t('Bulk Edit') })
  const select = async (subjects: readonly string[]) => {
    await openList(page, 'Task')
    await page.getByRole('searchbox').fill(word)
    await selectRows(page, t, subjects)
    await page.getByRole('button', { name: t('Bulk Edit') }).click()
  }
  await select(names)
  await window.getByRole('combobox', { name: t('Field') }).click()
  await page.getByRole('option', { name: t('Summary'), exact: true }).click()
  await window.getByLabel(t('Summary'), { exact: true }).fill('For both')
  await expect.poll(() => page.evaluate(draftKeys)).toHaveLength(1)
  await select(names.toReversed())
  await window.getByRole('button', { name: t('Continue') }).click()
  await expect(window.getByLabel(t('Summary'), { exact: true })).toHaveValue('For both')
  await window.getByRole('button', { name: t('Save') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Confirm') })
    .click()
  await expect(window).toBeHidden()
  for (const name of names) await expect(rowOf(page, name)).toBeVisible()
  await expect.poll(() => page.evaluate(draftKeys)).toEqual([])
})

test('a message that an earlier version kept moves to the new place once @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  await signIn(page)
  await page.goto('/app')
  const name = ['draft', '', 'Administrator', 'Contact', id, 'Email'].join('\n')
  const broken = `draft\n\nAdministrator\nContact\nNone\nEmail`
  const old = JSON.stringify({ to: 'noa@customer.example', subject: 'Your order', message: 'It is ready' })
  await page.evaluate((entries) => entries.map(([key, value]) => localStorage.setItem(key, value)), [
    [name, old],
    [broken, '{'],
  ] as const)
  for (let reads = 1; reads <= 2; reads++) {
    await page.goto(`/app/Contact/${id}?tab=communication`)
    const composer = detailsOf(page, t).getByRole('form', { name: t('Send Email') })
    await expect(composer.getByLabel(t('Message'))).toHaveValue('It is ready')
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([])
  }
  expect(await page.evaluate(draftKeys)).toEqual([[new URL(page.url()).origin, 'Administrator', 'mail', 'Contact', id]])
})

test('a half-typed form outlives the end of its server, and is saved when it runs again @he', async ({
  page,
  language,
  t,
}) => {
  const site = await startSite()
  let stopAgain = async () => {}
  try {
    const api = await signInToApi(site)
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    const data = { user: 'Administrator', password: site.passwordOf('Administrator') }
    await page.request.post(`${site.url}/api/auth/login`, { data })
    await page.request.put(`${site.url}/api/user/Administrator`, { data: { language } })
    await page.goto(`${site.url}/app/Task/${id}`)
    const details = await beginEditing(page, t)
    await details.getByLabel(t('Subject'), { exact: true }).fill('Half')
    await killSite(site.folder)
    await expect(page.getByRole('banner').getByRole('status')).not.toBeEmpty()
    await page.keyboard.type(' and half')

    stopAgain = await startAgain(site, ['site', site.folder])
    await expect(page.getByRole('banner').getByRole('status')).toBeEmpty({ timeout: 40_000 })
    await expect(details.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('heading', { level: 2, name: 'Half and half' })).toBeVisible()
    expect(await api.read('Task', id)).toMatchObject({ subject: 'Half and half' })
    await api.request.dispose()
  } finally {
    await stopAgain()
    await site.stop()
  }
})

/** Ends the process that draws the page, which then gets no event. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
