import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Options {
  /** While a list pops up, the rest of the page is hidden on purpose. */
  listOpen?: boolean
  /** Looks at what colours decide alone. */
  coloursOnly?: boolean
}

/** Expects that axe finds nothing wrong with the page. */
export async function expectAccessible(page: Page, { listOpen, coloursOnly }: Options = {}): Promise<void> {
  // What fades in is not yet as dark as it will be; what turns without an end is waited for by nobody.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )
  const rules = {
    'target-size': { enabled: true },
    ...(listOpen && { 'aria-hidden-focus': { enabled: false } }),
  }
  const runOnly = coloursOnly ? { runOnly: { type: 'rule' as const, values: colourRules } } : {}
  const { violations } = await new AxeBuilder({ page })
    // We have no frames, for which it would open a page of its own each time.
    .setLegacyMode()
    .options({ rules, ...runOnly, resultTypes: ['violations'] })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    page.url(),
  ).toEqual([])
}

/** The same by day and by night, when nothing but the colours is another. */
export async function expectAccessibleByDayAndNight(page: Page, options: Options = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, options)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { ...options, coloursOnly: true })
  await page.emulateMedia({ colorScheme: null })
}

const colourRules = ['color-contrast', 'link-in-text-block']
