import { expect, type Page, test } from '@playwright/test'
import axe, { type RuleObject } from 'axe-core'

/** Rules that depend on colours, which take half of the time of all. */
const colourRules = ['color-contrast', 'link-in-text-block']

interface Options {
  /** While a list is open, the rest of the page is hidden on purpose. */
  listOpen?: boolean
  /** Checks only rules that depend on colours. */
  coloursOnly?: boolean
}

/**
 * Expects no violations from axe. Elements in a transition of colour are checked once more. A test in both languages
 * checks colours only in the first, because none depends on the language.
 */
export async function expectAccessible(page: Page, { listOpen, coloursOnly }: Options = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const rules = {
    'target-size': { enabled: true },
    ...(listOpen && { 'aria-hidden-focus': { enabled: false } }),
    ...(!looksAtColours() && Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]))),
  }
  const options = { rules, runOnly: coloursOnly ? colourRules : undefined }
  const violations = async () => {
    await untilStill(page)
    return page.evaluate(look, options)
  }
  await expect.poll(violations, { message: page.url() }).toEqual([])
}

/** Waits for fades, since contrast is lower during them, but not for endless animations. */
const untilStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )

/** Runs in the page: the violated rules, each with its elements. */
async function look({ rules, runOnly }: { rules: RuleObject; runOnly: string[] | undefined }): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
    ...(runOnly ? { runOnly: { type: 'rule', values: runOnly } } : { rules }),
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The same in light and dark, when only the colours differ. */
export async function expectAccessibleByDayAndNight(page: Page, options: Options = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, options)
  if (!looksAtColours()) return page.emulateMedia({ colorScheme: null })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { ...options, coloursOnly: true })
  await page.emulateMedia({ colorScheme: null })
}

function looksAtColours(): boolean {
  const { project, tags } = test.info()
  return project.name !== 'he' || tags.includes('@he')
}

/** Expects that only scroll areas scroll sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, dialog, .detail-section')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${element.tagName}.${element.className}`),
    )
  // A placeholder of a form part may for a moment be wider than its content.
  await expect.poll(wider, { message: page.url() }).toEqual([])
}
