import { expect, test } from './fixtures.ts'
import { chooseStep, rowOf, unique } from './screens.ts'

test('a renamed record stays open under its new id, and others have no Rename @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a renamed record stays open under its new id', async () => {
    const entity = await api.create('Entity', {
      id: `Shelf ${unique()}`,
      module: 'Tests',
      naming_rule: 'Prompt',
      allow_rename: 1,
      fields: [{ fieldname: 'place', label: 'Place', fieldtype: 'Data', in_list_view: 1 }],
      permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
    })
    await api.create(entity.id, { id: 'A-1', place: 'Cellar' })
    await api.create(entity.id, { id: 'A-2', place: 'Attic' })
    await page.goto(`/app/${encodeURIComponent(entity.id)}`)
    await rowOf(page, 'Cellar').getByRole('link').click()
    const details = page.getByRole('region', { name: t('Details') })
    await chooseStep(page, t, 'Rename')
    const window = page.getByRole('dialog', { name: t('Rename') })
    const box = window.getByLabel(t('New ID'))
    await expect(box).toBeFocused()

    await box.fill('A-2')
    await window.getByRole('button', { name: t('Rename'), exact: true }).click()
    await expect(box).toHaveAccessibleDescription(/A-2/)
    // It never waits for the server, and the typed id stays.
    const name = 'חדש 100% "א"?'
    await box.fill(name)
    await page.route('**/api/utils/**', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(box).toHaveAccessibleDescription(t('This needs a connection.'))
    await expect(box).toHaveValue(name)
    await page.unroute('**/api/utils/**')
    await page.keyboard.press('Enter')
    await expect(window).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/${encodeURIComponent(name)}$`))
    await expect(details.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(details.getByRole('heading', { level: 2, name })).toBeFocused()
    await expect(rowOf(page, 'Cellar')).toContainText(name)
    await expect(rowOf(page, 'A-1')).toHaveCount(0)
    const { data } = await (await api.request.get(`/api/entity/${encodeURIComponent(entity.id)}?fields=place`)).json()
    expect(data).toContainEqual(expect.objectContaining({ id: name, place: 'Cellar' }))
  })

  await test.step('records of an entity that forbids it have no Rename', async () => {
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
    await details.getByRole('button', { name: t('Actions'), exact: true }).click()
    await expect(page.getByRole('menuitem', { name: t('Copy Link') })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: t('Rename') })).toHaveCount(0)
  })
})
