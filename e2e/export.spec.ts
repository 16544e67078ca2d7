import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readWorkbook } from '../apps/server/src/modules/export/testing-workbook.ts'
import { expect, test } from './fixtures.ts'
import { openList, selectRows, unique } from './screens.ts'

type T = (source: string, args?: readonly (string | number)[], context?: string) => string

/** Presses Export in the open window, and reads the saved file. */
async function saved(page: Page, t: T): Promise<{ name: string; bytes: Buffer }> {
  const window = page.getByRole('dialog', { name: t('Export') })
  const download: Promise<Download> = page.waitForEvent('download')
  await window.getByRole('button', { name: t('Export') }).click()
  const file = await download
  await expect(window).toBeHidden()
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

async function choose(page: Page, t: T, field: string, option: string) {
  const window = page.getByRole('dialog', { name: t('Export') })
  await window.getByRole('combobox', { name: t(field) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a list is saved as a workbook, and selected records as CSV @he', async ({ page, api, signIn, t }) => {
  const word = unique()
  const names = [`First ${word}`, `Second ${word}`]
  for (const subject of [...names, `Third ${word}`]) await api.create('Task', { subject, status: 'Done' })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('searchbox').fill(word)
  await expect(page.getByText(`3 ${t('Records')}`)).toBeVisible()

  await page.getByRole('button', { name: t('Tools'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('Export'), exact: true }).click()
  const workbook = await saved(page, t)
  expect(workbook.name).toMatch(new RegExp(`^${t('Task')} \\d{4}-\\d\\d-\\d\\d\\.xlsx$`))
  const [sheet] = readWorkbook(workbook.bytes)
  expect(sheet?.isRightToLeft).toBe(t('Export') !== 'Export')
  expect(sheet?.rows[0]?.[0]?.value).toBe(t('Subject'))
  expect(sheet?.rows.slice(1).map(([cell]) => cell?.value)).toEqual([`Third ${word}`, names[1], names[0]])
  const states = sheet?.rows[1]?.map(({ value }) => value)
  expect(states).toContain(t('Done', undefined, 'status'))

  await selectRows(page, t, names)
  await page.getByRole('button', { name: t('Export'), exact: true }).click()
  await choose(page, t, 'Format', t('CSV text'))
  await choose(page, t, 'Columns', t('All Fields'))
  const csv = await saved(page, t)
  expect(csv.name).toMatch(/\.csv$/)
  const lines = csv.bytes.toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain(t('Status'))
  expect(lines.some((line) => line.includes(`Third ${word}`))).toBe(false)
})
