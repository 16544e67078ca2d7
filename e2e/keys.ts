import { expect, type Locator, type Page } from '@playwright/test'

/** Expects the focus on `target`, and a visible focus mark. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await expect
    .poll(() => target.evaluate(isMarked), { message: `${target.toString()} has the focus and shows it` })
    .toBe(true)
}

/** Presses a key until `target` has the focus, which must be visible. */
export async function goTo(page: Page, target: Locator, key = 'Tab', most = 40): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return expectFocus(target)
  }
  throw new Error(`${target.toString()} can't be reached with ${key}`)
}

/** Presses Tab until the focus is inside `target`, such as a date with its parts. */
export async function goInto(page: Page, target: Locator, key = 'Tab', most = 40): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element.contains(document.activeElement))) return
  }
  throw new Error(`Nothing in ${target.toString()} can be reached with ${key}`)
}

/** Opens the list of the focused select and chooses the option of this name. */
export async function pick(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter')
  const option = page.getByRole('option', { name, exact: true })
  await expect(option).toBeVisible()
  const steps = await option.evaluate((wanted) => {
    const box = [...document.querySelectorAll('[role=combobox][aria-expanded=true]')].at(-1)
    const options = [...(wanted.closest('[role=listbox]')?.querySelectorAll('[role=option]') ?? [])]
    return options.indexOf(wanted) - options.findIndex(({ id }) => id === box?.getAttribute('aria-activedescendant'))
  })
  const key = steps < 0 ? 'ArrowUp' : 'ArrowDown'
  for (let presses = 0; presses < Math.abs(steps); presses++) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect(option).toBeHidden()
}

/** An outline or ring on the element, on a pseudo-element, or on its box. */
function isMarked(element: Element): boolean {
  const hasOutline = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
  // A quick filter stands in a chip, which is its box.
  const boxes = [element.closest('.input'), element.closest('.quick-filter')].filter((box) => box !== null)
  return (
    (element.matches(':focus-visible') &&
      (hasOutline(getComputedStyle(element)) || hasOutline(getComputedStyle(element, '::after')))) ||
    boxes.some((box) => getComputedStyle(box).boxShadow !== 'none' || hasOutline(getComputedStyle(box))) ||
    element.matches('.date-segment[data-focused]')
  )
}
