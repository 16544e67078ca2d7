import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

interface Options {
  /** While a list pops up, the rest of the page is hidden on purpose. */
  listOpen?: boolean
  /** Looks at what colours decide alone. */
  coloursOnly?: boolean
}

/** Expects that axe finds nothing wrong with the page. What is on its way to another colour is looked at once more. */
export async function expectAccessible(page: Page, { listOpen, coloursOnly }: Options = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options = { listOpen: listOpen === true, coloursOnly: coloursOnly === true }
  const violations = async () => {
    await untilStill(page)
    return page.evaluate(look, options)
  }
  await expect.poll(violations, { message: page.url(), timeout: 5_000 }).toEqual([])
}

/** What fades in is not yet as dark as it will be; what turns without an end is waited for by nobody. */
const untilStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )

/** In the page: the rules that it breaks, each with what breaks it. */
async function look({ listOpen, coloursOnly }: Required<Options>): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
    ...(coloursOnly && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
    rules: { 'target-size': { enabled: true }, ...(listOpen && { 'aria-hidden-focus': { enabled: false } }) },
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * The same by day and by night, when nothing but the colours is another. A test in both languages looks at the night in
 * the first alone: no colour follows the language.
 */
export async function expectAccessibleByDayAndNight(page: Page, options: Options = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, options)
  if (!looksAtNight()) return page.emulateMedia({ colorScheme: null })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { ...options, coloursOnly: true })
  await page.emulateMedia({ colorScheme: null })
}

function looksAtNight(): boolean {
  const { project, tags } = test.info()
  return project.name !== 'he' || tags.includes('@he')
}

/** Expects that nothing but what is meant to scrolls sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, dialog, .detail-section')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${element.tagName}.${element.className}`),
    )
  // Parts of a form that are loaded after it may be wider for a moment than what they bring.
  await expect.poll(wider, { message: page.url() }).toEqual([])
}
