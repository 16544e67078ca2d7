import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectTabs } from './tabs.ts'

test('each screen of a tab belongs to a tab, and each tab has a screen or an entity', () => {
  const staging = new URL('../staging/', import.meta.url)
  const screens = readdirSync(staging, { recursive: true }).flatMap(
    (file) => /([^\\/]+)\.tab\.tsx$/.exec(String(file))?.[1] ?? [],
  )
  const tabs = projectTabs.map(({ tab }) => tab)
  // Google leads back to an address that is no tab.
  expect(screens.filter((name) => name !== 'google-callback' && !tabs.includes(name))).toEqual([])
  const atHq = ['HQ_info', 'logs']
  const without = projectTabs.filter(({ tab, entity }) => entity === undefined && !screens.includes(tab))
  expect(without.map(({ tab }) => tab)).toEqual(atHq)
})
