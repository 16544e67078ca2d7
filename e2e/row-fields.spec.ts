import { expect, test } from './fixtures.ts'
import { rowOf, unique } from './screens.ts'

const labels = [
  'Shelf',
  'Aisle',
  'Crate',
  'Pallet',
  'Weight',
  'Origin',
  'Keeper',
  'Season',
  'Grade',
  'Lot',
  'Gate',
  'Mark',
]

test('every row shows the same fields in the same places and counts the fields without room', async ({
  page,
  api,
  signIn,
}) => {
  const fields = labels.map((label) => {
    return { fieldname: label.toLowerCase(), label, fieldtype: 'Data', in_list_view: 1 }
  })
  const { id: entity } = await api.create('Entity', {
    id: `Store ${unique()}`,
    module: 'Tests',
    title_field: 'name',
    fields: [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }, ...fields],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const filled = Object.fromEntries(fields.map(({ fieldname, label }) => [fieldname, `${label} of the north wing`]))
  await api.create(entity, { ...filled, name: 'Full' })
  await api.create(entity, { name: 'Sparse מדף', gate: 'G', mark: 'M', shelf: 'מדף עליון' })
  await signIn(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/app/${encodeURIComponent(entity)}`)

    const shown = async (title: string) => {
      const row = rowOf(page, title)
      await expect(row).toBeVisible()
      const more = row.getByText(/^\+\d+$/)
      await expect(more).toBeInViewport({ ratio: 1 })
      const places = await row.locator('dl:not(.columns-below dl) > div:not(.visually-hidden)').evaluateAll((all) =>
        all.map((one) => {
          const { left, right } = one.getBoundingClientRect()
          return { label: one.querySelector('dt')?.textContent, left: Math.round(left), right: Math.round(right) }
        }),
      )
      return { more: await more.textContent(), places, count: await more.boundingBox(), row: await row.boundingBox() }
    }
    const [full, sparse] = [await shown('Full'), await shown('Sparse')]
    expect(sparse.places).toEqual(full.places)
    expect(full.places.length).toBeGreaterThan(1)
    // Over the whole width some have a place below the title instead of a column.
    const below = await rowOf(page, 'Full').locator('.columns-below dl > div:not(.visually-hidden)').count()
    expect(full.more).toBe(`+${labels.length - full.places.length - below}`)
    expect(sparse.more).toBe(full.more)
    for (const { left, right } of full.places) {
      expect(left).toBeGreaterThanOrEqual(full.row?.x ?? 0)
      expect(right).toBeLessThanOrEqual((full.row?.x ?? 0) + (full.row?.width ?? 0) + 1)
      // Nothing lies under the count.
      const { x = 0, width: wide = 0 } = full.count ?? {}
      expect(right <= x + 1 || left >= x + wide - 1).toBe(true)
    }
    // Screen readers still hear a field without a place.
    await expect(rowOf(page, 'Full').locator('dl').first()).toContainText('Mark of the north wing')
  }
})
