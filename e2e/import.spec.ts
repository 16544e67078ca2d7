import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { atList, rowOf, unique } from './screens.ts'

interface Goods {
  shops: string
  goods: string
}

/** Goods that are sold by shops. */
async function makeGoods(api: Api): Promise<Goods> {
  const word = unique()
  const shared = { module: 'Tests', title_field: 'name' }
  const name = { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }
  const { id: shops } = await api.create('Entity', { ...shared, id: `Shops ${word}`, fields: [name] })
  const { id: goods } = await api.create('Entity', {
    ...{ ...shared, id: `Goods ${word}` },
    fields: [
      name,
      { fieldname: 'code', label: 'Code', fieldtype: 'Data', unique: 1, in_list_view: 1 },
      { fieldname: 'price', label: 'Price', fieldtype: 'Float', in_list_view: 1 },
      { fieldname: 'added', label: 'Added', fieldtype: 'Date', in_list_view: 1 },
      { fieldname: 'shop', label: 'Shop', fieldtype: 'Link', options: shops, in_list_view: 1 },
    ],
  })
  await api.create(shops, { name: 'מכולת השכונה' })
  return { shops, goods }
}

/** Chooses a file in the first step. */
async function give(page: Page, name: string, content: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('an empty list leads to an import: wrong cells are mended, and all is undone as one @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { goods } = await makeGoods(api)
  await signIn(page)
  await page.goto(`/app/${goods}`)
  await page.getByRole('button', { name: t('Import'), exact: true }).click()

  await expect(page.getByRole('link', { name: t('Download a Template') })).toBeVisible()
  await give(
    page,
    'goods.csv',
    [
      'כותרת,code,price,added,shop',
      'לחם,A1,"1,234.50",31/01/2026,מכולת השכונה',
      'חלב,A2,x,01/02/2026,מכולת השכונה',
      'Salz,A3,3,3/2/2026,Feinkost Müller',
      '"Öl ""extra""",A4,x,04/02/2026,',
    ].join('\n'),
  )
  // The head of the first column names no field, so the person chooses.
  await page.getByRole('button', { name: t('Check the File') }).click()
  await expect(page.getByRole('alert')).toHaveText(t('Choose the column of {0}.', [t('Name')]))
  await page.getByRole('combobox', { name: t('Field of {0}', ['כותרת']) }).click()
  await page.getByRole('option', { name: `${t('Name')} *` }).click()
  const reading = page.locator('summary').filter({ hasText: t('How the file is read') })
  await expect(reading).toContainText('DD/MM/YYYY')
  await expect(page.getByRole('combobox', { name: t('Date Format') })).toBeHidden()
  await reading.click()
  await expect(page.getByRole('combobox', { name: t('Date Format') })).toHaveText(t('By the file: {0}', ['DD/MM/YYYY']))
  await page.getByRole('button', { name: t('Check the File') }).click()

  // Each refused line has its reasons; the link that leads nowhere is offered to be made.
  const refused = page.getByRole('tab', { name: t('Refused', undefined, 'records') })
  await expect(refused).toContainText('3')
  const wrong = page.getByRole('table', { name: t('Refused', undefined, 'records') })
  await expect(wrong.getByRole('button', { name: /Müller/ })).toBeVisible()
  await page.getByRole('button', { name: t('Check Again and Create Them') }).click()
  await expect(wrong.getByRole('button', { name: /Müller/ })).toBeHidden()
  await expect(wrong.getByText(t('{0} is not a number', [t('Price')]))).toHaveCount(2)
  await wrong
    .getByRole('button', { name: t('Mend {0}: {1}', [t('Price'), 'x']) })
    .first()
    .click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2.5')
  await page.keyboard.press('Enter')
  await wrong.getByRole('button', { name: t('The same in {0} more rows', [1]) }).click()
  await expect(refused).toContainText('0')
  await expect(page.getByRole('tab', { name: t('Will be created') })).toContainText('4')

  // The way back asks, since a new check would not have the mended cells.
  await page.getByRole('button', { name: t('Back'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Stay') })
    .click()
  await page.getByRole('button', { name: `${t('Import')} (4)` }).click()
  await expect(page.getByRole('heading', { name: t('The import is done.') })).toBeVisible()
  // The address is that of the import, so it is found again.
  await page.reload()
  await expect(page.getByRole('tab', { name: t('Created', undefined, 'records') })).toContainText('4')
  await page.getByRole('button', { name: t('Open the List') }).click()
  await page.waitForURL(atList(goods))
  await expect(rowOf(page, 'לחם')).toContainText('מכולת השכונה')
  await expect(rowOf(page, 'Salz')).toContainText('Feinkost Müller')
  await expect(rowOf(page, 'Öl "extra"')).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: t('Undo'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Undo'), exact: true })
    .click()
  const notices = page.getByRole('region', { name: t('Notices') })
  await expect(notices.getByText(t('Undone. Records: {0}', [5]))).toBeVisible()
})

test('existing records are shown before and after; what is refused is saved, mended and brought again @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { goods } = await makeGoods(api)
  await api.create(goods, { name: 'Tea', code: 'T1', price: 5 })
  await signIn(page)
  await page.goto(`/app/~import/${goods}`)
  await give(page, 'prices.csv', 'name;code;price\nTea;T1;7\nCake;T2;three\nPie;T3;8\n')
  await page.getByRole('combobox', { name: t('What the rows do') }).click()
  await page.getByRole('option', { name: t('Create and change') }).click()
  await expect(page.getByRole('combobox', { name: t('Find records by') })).toHaveText(t('Code'))
  await page.getByRole('button', { name: t('Check the File') }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('Download the Refused Rows') }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved.split('\r\n')[1]).toBe(`Cake,T2,three,${t('{0} is not a number', [t('Price')])}`)

  // Arrows move among the outcomes.
  await page.getByRole('tab', { name: t('Refused', undefined, 'records') }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press(t('Import') === 'Import' ? 'ArrowLeft' : 'ArrowRight')
  await expect(page.getByRole('tab', { name: t('Will be changed') })).toHaveAttribute('aria-selected', 'true')
  const changed = page.getByRole('row', { name: /Tea/ })
  await expect(changed.getByRole('deletion')).toHaveText(/^5/)
  await expect(changed.getByRole('insertion')).toHaveText('7')

  await page.getByRole('button', { name: `${t('Import')} (2)` }).click()
  await expect(page.getByRole('heading', { name: t('The import is done.') })).toBeVisible()
  await page.getByRole('button', { name: t('Import Another File') }).click()
  await give(page, 'mended.csv', saved.replace('three', '3'))
  await page.getByRole('button', { name: t('Check the File') }).click()
  await expect(page.getByRole('tab', { name: t('Will be created') })).toContainText('1')
  await page.getByRole('button', { name: `${t('Import')} (1)` }).click()
  await expect(page.getByRole('heading', { name: t('The import is done.') })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Cake' })).toBeVisible()
})

test('a link that is nearly right is mended with one press, and then in all equal rows @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { goods } = await makeGoods(api)
  await signIn(page)
  await page.goto(`/app/~import/${goods}`)
  // More rows than one page of the check has.
  const lines = Array.from({ length: 60 }, (_, at) => `Item ${at},מכולת השכנה`)
  await give(page, 'goods.csv', ['name,shop', ...lines].join('\n'))
  await page.getByRole('button', { name: t('Check the File') }).click()
  const refused = page.getByRole('tab', { name: t('Refused', undefined, 'records') })
  await expect(refused).toContainText('60')
  await page
    .getByRole('button', { name: t('Use {0}', ['מכולת השכונה']) })
    .first()
    .click()
  await page.getByRole('button', { name: t('The same in {0} more rows', [59]) }).click()
  await expect(page.locator('.notice').getByText(t('Mended rows: {0}', [59]))).toBeVisible()
  await expect(refused).toHaveText(/^0\D/)
  await expect(refused).toBeFocused()
  await page.getByRole('button', { name: `${t('Import')} (60)` }).click()
  await expect(page.getByRole('heading', { name: t('The import is done.') })).toBeVisible()
})

test('a file that is no table is told in one sentence @once', async ({ page, api, signIn, t }) => {
  const { goods } = await makeGoods(api)
  await signIn(page)
  await page.goto(`/app/~import/${goods}`)
  await give(page, 'picture.xlsx', 'PK\u0003\u0004\u0000\u0000')
  await expect(page.getByRole('alert')).toContainText(t('This file is not a table that can be read.'))
  await page.getByRole('button', { name: t('Back') }).click()
  await expect(page.getByRole('heading', { name: t('Import records of {0} from a file', [goods]) })).toBeVisible()
})
