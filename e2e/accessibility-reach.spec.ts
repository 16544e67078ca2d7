import type { Page } from '@playwright/test'
import { expectNoSideways } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { expectFocus, goTo } from './keys.ts'
import { beginEditing, detailsOf, openList, openToEdit, unique } from './screens.ts'

test.beforeEach(() => test.slow())

test('on a phone every control has the size of a touch target @he', async ({ page, signIn, t }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await expect(page.getByRole('heading')).toBeVisible()
  await expectLarge(page)
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('button', { name: t('Filters') }).click()
  await expectLarge(page)
  await openToEdit(page, t, 'Task/TASK-0001')
  await expectLarge(page)
  await page.keyboard.press('Escape')
  await openList(page, 'Contact')
  await expectLarge(page)
  await page.getByRole('button', { name: t('User menu') }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectLarge(page)
})

test('nothing needs more than 320 pixels, nor more than half of a usual window @once', async ({ page, signIn, t }) => {
  for (const [width, height] of [
    [320, 640],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.context().clearCookies()
    await page.goto('/login')
    await expect(page.getByRole('heading')).toBeVisible()
    await expectNoSideways(page)
    await signIn(page)
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: t('Change Password') })).toBeVisible()
    await expectNoSideways(page)
    for (const entity of ['Contact', 'Task']) {
      await openList(page, entity)
      await expectNoSideways(page)
    }
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog').getByRole('button', { name: t('Create') })).toBeInViewport()
    await expectNoSideways(page)
    await page.keyboard.press('Escape')
    await page.goto('/app/Task/TASK-0001')
    await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeInViewport()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await expectNoSideways(page)
    await page.keyboard.press('Escape')
    await beginEditing(page, t)
    await expect(page.getByRole('button', { name: t('Save'), exact: true })).toBeInViewport()
    await expectNoSideways(page)
    await page.keyboard.press('Escape')
  }
})

test("text with the reader's own spacing is not cut off @once", async ({ page, signIn, t }) => {
  await page.setViewportSize({ width: 1400, height: 800 })
  await signIn(page)
  for (const address of ['/login', '/app', '/profile', '/app/Task/TASK-0001']) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets.push(sheet)
    }, spacing)
    await expect.poll(() => cutButtons(page), { message: address }).toEqual([])
    await expectNoSideways(page)
  }
  await beginEditing(page, t)
  await expect.poll(() => cutButtons(page)).toEqual([])
})

test('nothing over the form ever hides the focus @once', async ({ page, api, signIn, t }) => {
  await page.setViewportSize({ width: 1280, height: 620 })
  const { id } = await api.create('Task', { subject: `Long ${unique()}`, checklist: [{ title: 'A' }] })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await page.keyboard.press('e')
  const details = detailsOf(page, t)
  const subject = details.getByLabel(t('Subject'), { exact: true })
  await expectFocus(subject)
  await api.update('Task', { id, summary: 'By somebody else' })
  await expect(details.getByRole('alert')).toBeVisible()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press(key)
      expect(await page.evaluate(hiddenFocus)).toBe('')
    }
  }
})

test('passwords may be pasted, and managers know which is which @once', async ({ page, context, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/login')
  const password = page.getByRole('textbox', { name: t('Password') })
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByRole('textbox', { name: t('Email') })).toHaveAttribute('autocomplete', 'username')
  await page.evaluate(() => navigator.clipboard.writeText('from a manager'))
  await goTo(page, password, 'Tab', 3)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(password).toHaveValue('from a manager')
  await page.goto('/validate-password?key=any')
  for (const name of ['New Password', 'Confirm Password']) {
    const box = page.getByRole('textbox', { name: t(name), exact: true })
    await expect(box).toHaveAttribute('autocomplete', 'new-password')
    if (name === 'New Password') await expectFocus(box)
    else await goTo(page, box, 'Tab', 3)
    await page.keyboard.press('ControlOrMeta+v')
    await expect(box).toHaveValue('from a manager')
  }
})

test('a reader who prefers less motion gets none @once', async ({ page, signIn, t }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page)
  await openList(page, 'Task')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(moving)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('User menu') }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await page.evaluate(moving)).toEqual([])
})

test("with the system's forced colours the focus is still visible @he", async ({ page, signIn, t }) => {
  await page.setViewportSize({ width: 1400, height: 800 })
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page)
  await openList(page, 'Task')
  await page.keyboard.press('/')
  await expectFocus(page.getByRole('searchbox'))
  await goTo(page, page.getByRole('combobox', { name: t('Status') }))
  await goTo(page, page.getByRole('article').first().getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await page.keyboard.press('e')
  const details = detailsOf(page, t)
  await expectFocus(details.getByLabel(t('Subject'), { exact: true }))
  const due = details.getByRole('group', { name: t('Due Date'), exact: true })
  await goTo(page, due.getByRole('spinbutton').first())
  await goTo(page, details.getByLabel(t('Is Billable'), { exact: true }))
})

const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } ' +
  'p { margin-block-end: 2em !important }'

/** Buttons, tabs and menu links whose text no longer fits. */
const cutButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.button, .tab, .nav-link, .field-label, .menu-item')]
      // A label for screen readers alone is one pixel wide.
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => getComputedStyle(element).overflow !== 'visible')
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
      )
      .map((element) => element.outerHTML),
  )

/** Controls smaller than 44 px in either direction; links in running text may be (WCAG 2.5.8). */
async function expectLarge(page: Page): Promise<void> {
  const small = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'button, a[href], input, select, textarea, [role=tab], [role=menuitem]',
        ),
      ]
        .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter(
          (element) =>
            element.tabIndex >= 0 &&
            !element.matches('.text-link, .record-link, .visually-hidden, .skip-link, :disabled'),
        )
        .map((element) => element.closest<HTMLElement>('label, .toggle, .input') ?? element)
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect()
          return width > 0 && (width < 43.5 || height < 43.5)
        })
        .map(
          (element) => `${element.className} ${Math.round(element.offsetWidth)}×${Math.round(element.offsetHeight)}`,
        ),
    )
  await expect.poll(small, { message: page.url() }).toEqual([])
}

/** The focused element, if another element covers all of it; else ''. */
function hiddenFocus(): string {
  const held = document.activeElement
  if (!held || held === document.body) return ''
  const { x, y, width, height } = held.getBoundingClientRect()
  const points = [0.1, 0.5, 0.9].flatMap((across) =>
    [0.1, 0.5, 0.9].map((down) => [x + width * across, y + height * down] as const),
  )
  const isSeen = points.some(([px, py]) => {
    const hit = document.elementFromPoint(px, py)
    return hit !== null && (held.contains(hit) || hit.contains(held))
  })
  return isSeen ? '' : held.outerHTML.slice(0, 200)
}

/** Elements that move for longer than an instant. */
const moving = (): string[] =>
  document
    .getAnimations()
    .filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1)
    .map(
      (animation) => `${(animation as CSSAnimation).animationName ?? (animation as CSSTransition).transitionProperty}`,
    )
