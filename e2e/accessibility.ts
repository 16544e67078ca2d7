import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects that axe finds nothing wrong with the page. While a list pops up, the rest of the page is hidden on purpose. */
export async function expectAccessible(page: Page, options: { listOpen?: boolean } = {}): Promise<void> {
  const scan = new AxeBuilder({ page })
  if (options.listOpen) scan.disableRules('aria-hidden-focus')
  const { violations } = await scan.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
