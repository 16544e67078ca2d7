import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects that axe finds nothing wrong with the page. While a list pops up, the rest of the page is hidden on purpose. */
export async function expectAccessible(page: Page, options: { listOpen?: boolean } = {}): Promise<void> {
  // What fades in is not yet as dark as it will be.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const rules = {
    'target-size': { enabled: true },
    ...(options.listOpen && { 'aria-hidden-focus': { enabled: false } }),
  }
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    page.url(),
  ).toEqual([])
}

/** The same by day and by night. */
export async function expectAccessibleByDayAndNight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: null })
}
