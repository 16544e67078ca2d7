import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { atList, openList, rowOf, unique } from './screens.ts'

const detailsOf = (page: Page, t: (source: string) => string) => page.getByRole('region', { name: t('Details') })

/** Opens a task of its own in edit mode. */
async function editTask(page: Page, api: Api, t: (source: string) => string) {
  const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
  await page.goto(`/app/Task/${id}`)
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  return { id, details }
}

test('a record is edited and saved with buttons and keys, and a blank required field is refused @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('fields are read-only until Edit, and a save ends edit mode', async () => {
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = detailsOf(page, t)
    const subject = details.getByLabel(t('Subject'), { exact: true })
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    await expect(edit).toBeVisible()
    await expect(subject).toHaveCount(0)
    for (const name of ['Delete', 'Save', 'Close'])
      await expect(details.getByRole('button', { name: t(name), exact: true })).toHaveCount(0)

    await edit.click()
    await expect(subject).toBeFocused()
    for (const name of ['Delete', 'Save', 'Close'])
      await expect(details.getByRole('button', { name: t(name), exact: true })).toBeVisible()
    const changed = `Done ${unique()}`
    await subject.fill(changed)
    await details.getByRole('button', { name: t('Save'), exact: true }).click()
    await expect(details.getByRole('heading', { level: 2, name: changed })).toBeVisible()
    await expect(subject).toHaveCount(0)
    await expect(edit).toBeFocused()
    expect(await api.read('Task', id)).toMatchObject({ subject: changed })
  })

  await test.step('Ctrl and S save while editing, and do nothing else', async () => {
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = detailsOf(page, t)
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    await expect(edit).toBeEnabled()
    await edit.press('Enter')
    await expect(details.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    const changed = `Saved ${unique()}`
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(changed)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('heading', { level: 2, name: changed })).toBeVisible()
    expect(await api.read('Task', id)).toMatchObject({ subject: changed })
  })

  await test.step('a blank required field gets a message, and nothing is sent', async () => {
    const { id, modified } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = detailsOf(page, t)
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await details.getByLabel(t('Subject'), { exact: true }).fill('')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByText(t('{0} is required', [{ translate: 'Subject' }]))).toBeVisible()
    await expect(details.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    expect(await api.read('Task', id)).toMatchObject({ modified })
  })
})

test('a draft is discarded with Escape and by leaving, both after a question or with Undo @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('Escape shows the stored values again, and Undo restores the draft', async () => {
    const stored = `Stored ${unique()}`
    const { id } = await api.create('Task', { subject: stored })
    await page.goto(`/app/Task/${id}`)
    const details = detailsOf(page, t)
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    const subject = details.getByLabel(t('Subject'), { exact: true })
    await edit.click()
    await page.keyboard.press('Escape')
    await expect(edit).toBeVisible()
    await expect(page.getByText(t('Changes discarded')).filter({ visible: true })).toHaveCount(0)

    await edit.click()
    await subject.fill('A draft')
    await page.keyboard.press('Escape')
    await expect(details.getByRole('heading', { level: 2, name: stored })).toBeVisible()
    await expect(edit).toBeVisible()
    await page.getByRole('button', { name: t('Undo'), exact: true }).click()
    await expect(subject).toHaveValue('A draft')
  })

  await test.step('leaving a changed draft asks, and staying keeps it', async () => {
    const { details } = await editTask(page, api, t)
    const subject = details.getByLabel(t('Subject'), { exact: true })
    await subject.fill('My draft')
    const home = page.getByRole('navigation').getByRole('link', { name: t('Home') })
    const question = page.getByRole('alertdialog', { name: t('You have unsaved changes.') })
    await home.click()
    await question.getByRole('button', { name: t('Keep editing') }).click()
    await expect(subject).toHaveValue('My draft')
    await home.click()
    await question.getByRole('button', { name: t('Discard changes') }).click()
    await expect(page).toHaveURL(/\/app$/)
  })
})

test('delete asks first; Escape keeps the record and Enter deletes it @once', async ({ page, api, signIn, t }) => {
  const word = unique()
  const { id } = await api.create('Task', { subject: `Old ${word}` })
  await signIn(page)
  await openList(page, 'Task')
  await rowOf(page, word).getByRole('link').click()
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Actions') }).click()
  await page.getByRole('menuitem', { name: t('Delete'), exact: true }).click()
  const question = page.getByRole('alertdialog', { name: t('Are you sure you want to delete {id}?', { id }) })
  await expect(question.getByRole('button', { name: t('Confirm') })).toBeFocused()
  await expect(question.getByRole('button', { name: t('Cancel') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const remove = details.getByRole('button', { name: t('Delete'), exact: true })
  await remove.click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(remove).toBeVisible()
  await remove.click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(atList('Task'))
  await expect(rowOf(page, word)).toHaveCount(0)
  // Keyboard users continue in the list.
  await expect(page.locator('.list-content [data-record]:focus')).toBeVisible()
  expect((await api.request.get(`/api/entity/Task/${id}`)).status()).toBe(404)
})

test("another user's change is announced over a draft, which survives a failed reload @he", async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page, 'staff@example.com')
  await test.step("another user's change while editing is announced at once and the draft stays", async () => {
    const { id, details } = await editTask(page, api, t)
    const subject = details.getByLabel(t('Subject'), { exact: true })
    await subject.fill('My draft')
    const place = await subject.boundingBox()
    await api.update('Task', { id, summary: 'theirs' })
    await expect(details.getByRole('alert')).toContainText(t('This record was changed by {0}.', ['Administrator']))
    await expect(details.getByRole('alert')).toContainText(t('Your changes are kept.'))
    await expect(subject).toHaveValue('My draft')
    expect(await subject.boundingBox()).toEqual(place)
  })

  await test.step('a draft survives a failed reload', async () => {
    const { id, details } = await editTask(page, api, t)
    const subject = details.getByLabel(t('Subject'), { exact: true })
    await subject.fill('My draft')
    const theirs = `Theirs ${unique()}`
    await api.update('Task', { id, subject: theirs })
    await expect(details.getByRole('alert')).toContainText(t('This record was changed by {0}.', ['Administrator']))
    await page.route(`**/api/entity/Task/${id}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'The kiln is cold' } }),
    )
    await details.getByRole('button', { name: t('Reload') }).click()
    const failed = details.getByRole('alert').filter({ hasText: 'The kiln is cold' })
    await expect(failed).toBeVisible()
    await expect(subject).toHaveValue('My draft')
    await page.unroute(`**/api/entity/Task/${id}`)
    await failed.getByRole('button', { name: t('Retry') }).click()
    await expect(subject).toHaveValue(theirs)
    await expect(failed).toHaveCount(0)
    await page.getByRole('button', { name: t('Undo'), exact: true }).click()
    await expect(subject).toHaveValue('My draft')
  })

  await test.step('owner and last editor are shown by name', async () => {
    const { details } = await editTask(page, api, t)
    await details.getByLabel(t('Subject'), { exact: true }).fill(`Done ${unique()}`)
    await page.keyboard.press('ControlOrMeta+s')
    const { full_name: name } = await api.read('User', 'staff@example.com')
    const changed = details.getByRole('button', { name: String(name) })
    await expect(changed).toBeVisible()
    await changed.click()
    const information = page.getByRole('dialog', { name: t('Record Information') })
    await expect(information.locator('div', { hasText: t('Modified By') }).last()).toContainText(String(name))
    await expect(information).not.toContainText('staff@example.com')
  })
})

test('a record that is missing or cannot be read has a next step @he', async ({ page, api, signIn, t }) => {
  await signIn(page)
  await test.step('a missing record, or one whose meta cannot be read, has a next step', async () => {
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto('/app/Task/TASK-NONE')
    const details = detailsOf(page, t)
    await details.getByRole('button', { name: t('Back to the list') }).click()
    await expect(page).toHaveURL(atList('Task'))

    await page.route('**/api/entity/Task/meta', (route) => route.abort())
    await page.goto(`/app/Task/${id}`)
    // The sentence is another one once the browser can look for a copy.
    const away = [
      t('The server cannot be reached. Check your connection and try again.'),
      t('This needs a connection.'),
    ]
    await expect(details.getByText(new RegExp(away.map(RegExp.escape).join('|')))).toBeVisible()
    await expect(details.getByRole('button', { name: t('Reload') })).toBeVisible()
    // It recovers by itself once the server answers.
    await page.unroute('**/api/entity/Task/meta')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  })

  await test.step('a record that cannot be read shows its values from the list, and the reason', async () => {
    const word = unique()
    const { id } = await api.create('Task', { subject: `Known ${word}`, summary: 'Unknown to the list' })
    await openList(page, 'Task')
    await page.route(`**/api/entity/Task/${id}`, (route) =>
      route.fulfill({ status: 500, json: { message: 'The kiln is cold' } }),
    )
    await rowOf(page, word).getByRole('link').click()
    const details = detailsOf(page, t)
    await expect(details.getByRole('alert')).toContainText('The kiln is cold')
    await expect(details.getByRole('heading', { level: 2, name: word })).toBeVisible()
    await expect(details.getByText(t('Subject'), { exact: true })).toBeVisible()
    await expect(details.getByText(t('Summary'), { exact: true })).toHaveCount(0)
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeDisabled()
    await page.unroute(`**/api/entity/Task/${id}`)
    await details.getByRole('button', { name: t('Retry') }).click()
    await expect(details.getByText('Unknown to the list')).toBeVisible()
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  })
})

test('a record that another user deletes is left, and comes back from its notice or its link @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Short-lived ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const edit = detailsOf(page, t).getByRole('button', { name: t('Edit'), exact: true })
  const restore = page.getByRole('button', { name: t('Restore'), exact: true })
  await expect(edit).toBeVisible()
  await api.remove('Task', id)
  await expect(page).toHaveURL(atList('Task'))
  const notice = page.locator('.notice').filter({ hasText: t('This record was deleted.') })
  await notice.getByRole('button', { name: t('Restore') }).click()
  await expect(page).toHaveURL(new RegExp(`/app/Task/${id}$`))
  await expect(edit).toBeVisible()

  await page.goto('/app')
  await api.remove('Task', id)
  await page.goto(`/app/Task/${id}`)
  await expect(detailsOf(page, t).getByText(t('This record was deleted.'))).toBeVisible()
  await expectAccessible(page)
  await restore.click()
  await expect(edit).toBeVisible()
  expect((await api.read('Task', id)).id).toBe(id)

  // One's own undo tells it alone.
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(page).toHaveURL(atList('Task'))
  await expect(page.locator('.notice').filter({ hasText: t('Undone. Records: {0}', [1]) })).toBeVisible()
  await expect(rowOf(page, id)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(page.locator('.notice').filter({ hasText: t('Done again. Records: {0}', [1]) })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a record without a right to write has no Edit, and Delete where that is allowed @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page, 'staff@example.com')
  await test.step('a read-only record has no Edit', async () => {
    const entity = await api.create('Entity', {
      id: `Notice ${unique()}`,
      module: 'Tests',
      naming_rule: 'Prompt',
      fields: [{ fieldname: 'text', label: 'Text', fieldtype: 'Data', in_list_view: 1 }],
      permissions: [
        { role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 },
        { role: 'Staff', permlevel: 0, read: 1 },
      ],
    })
    await api.create(entity.id, { id: 'N-1', text: 'Closed on Monday' })
    await page.goto(`/app/${encodeURIComponent(entity.id)}/N-1`)
    const details = detailsOf(page, t)
    await expect(details.getByText('Closed on Monday').first()).toBeVisible()
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('Add'), exact: true })).toHaveCount(0)
  })

  await test.step('a user who may delete but not write gets Delete without Edit', async () => {
    const entity = await api.create('Entity', {
      id: `Slip ${unique()}`,
      module: 'Tests',
      naming_rule: 'Prompt',
      fields: [{ fieldname: 'text', label: 'Text', fieldtype: 'Data', in_list_view: 1 }],
      permissions: [
        { role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 },
        { role: 'Staff', permlevel: 0, read: 1, delete: 1 },
      ],
    })
    await api.create(entity.id, { id: 'S-1', text: 'Old' })
    await page.goto(`/app/${encodeURIComponent(entity.id)}/S-1`)
    const details = detailsOf(page, t)
    await details.getByRole('button', { name: t('Delete'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Confirm') })
      .click()
    await expect(page).toHaveURL(/\/app\/Slip%20[^/]+$/)
    await expect(rowOf(page, 'S-1')).toHaveCount(0)
  })
})

test('on a phone the focus goes to the record and back to its row @once', async ({ page, api, signIn, t }) => {
  const word = unique()
  const { id } = await api.create('Task', { subject: `Walk ${word}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await openList(page, 'Task')
  const link = rowOf(page, word).getByRole('link')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${id}$`))
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: word })).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
})
