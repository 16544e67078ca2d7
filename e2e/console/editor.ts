import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from '../api.ts'
import { unique } from '../screens.ts'

type Row = Record<string, unknown>
type Translate = (source: string, args?: readonly (string | number)[], context?: string) => string

/** The steps of a test in the project editor, in the language under test. */
export function editorOf(page: Page, t: Translate) {
  const details = page.getByRole('region', { name: t('Details'), exact: true })
  const lines = details.getByRole('list').filter({ has: page.getByRole('button', { name: t('Delete Row') }) })
  const line = (at: number): Locator => lines.locator('.field-line').nth(at)
  const question = page.getByRole('dialog')
  return {
    details,
    line,
    lines: lines.locator('.field-line'),
    /** The window with the effects of a save. */
    question,
    async edit() {
      await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    },
    async save() {
      await details.getByRole('button', { name: t('Save'), exact: true }).click()
    },
    async apply() {
      await question.getByRole('button', { name: t('Apply'), exact: true }).click()
      await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    },
    async addField() {
      await details.getByRole('button', { name: t('Add Field') }).click()
    },
    async chooseType(place: Locator, type: string) {
      await place.getByRole('combobox', { name: t('Field Type') }).click()
      await page.keyboard.type(t(type, undefined, 'fieldtype'))
      await page.getByRole('option', { name: t(type, undefined, 'fieldtype'), exact: true }).click()
    },
    labels: () =>
      details
        .getByLabel(t('Label'), { exact: true })
        .evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ value }) => value)),
  }
}

/** Makes an entity of a project with a title, a status in colours, and the given fields. Resolves with its id. */
export async function defineEntity(staging: Api, fields: readonly Row[] = [], more: Row = {}): Promise<string> {
  const id = `Thing ${unique()}`
  await staging.create('Entity', {
    id,
    module: 'Test',
    title_field: 'subject',
    fields: [
      { fieldname: 'subject', label: 'Subject', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nDone', in_list_view: 1 },
      ...fields,
    ],
    states: [{ title: 'Open', color: 'Orange' }],
    ...more,
  })
  return id
}

/** Address of an entity in the editor, as a tab of the project. */
export const editorTab = (id: string): string => `editor/${encodeURIComponent(id)}`
