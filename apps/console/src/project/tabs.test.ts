import { readdirSync } from 'node:fs'
import { dictionaryOf, isMissing } from '@tavla/i18n'
import { catalogueEntries } from '@tavla/i18n/catalogue'
import { expect, test } from 'vitest'
import { projectTabs, tabLabel } from './tabs.ts'

test('each screen of a tab belongs to a tab, and each tab has a screen or an entity', () => {
  const staging = new URL('../staging/', import.meta.url)
  const screens = readdirSync(staging, { recursive: true }).flatMap(
    (file) => /([^\\/]+)\.tab\.tsx$/.exec(String(file))?.[1] ?? [],
  )
  const tabs = projectTabs.map(({ tab }) => tab)
  // Google redirects to an address that is no tab.
  expect(screens.filter((name) => name !== 'google-callback' && !tabs.includes(name))).toEqual([])
  const atHq = ['HQ_info', 'logs', 'backups', 'promote']
  const without = projectTabs.filter(({ tab, entity }) => entity === undefined && !screens.includes(tab))
  expect(without.map(({ tab }) => tab)).toEqual(atHq)
})

test('the label of each tab has its Hebrew', () => {
  const hebrew = dictionaryOf(catalogueEntries(), 'he')
  const labels = projectTabs.map(({ tab }) => tabLabel(tab))
  expect(labels.filter((label) => isMissing(hebrew, label, 'he'))).toEqual([])
})
