import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { unique } from './screens.ts'

/** Makes an entity with chosen ids for one test; resolves to its name. */
export async function makeOddEntity(api: Api, fields: readonly object[], more: object = {}): Promise<string> {
  const values = { id: `Odd ${unique()}`, module: 'Tests', naming_rule: 'Prompt', is_main_nav: 0, fields, ...more }
  return (await api.create('Entity', values)).id
}

/** Opens a record for editing; `field` finds an input by its label, which has globes around it without Hebrew. */
export async function editRecord(page: Page, path: string, t: (source: string) => string) {
  await page.goto(path)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const field = (label: string) => details.getByLabel(new RegExp(`^🌐?${t(label)}🌐?$`, 'u'))
  return { details, field }
}
