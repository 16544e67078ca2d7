import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

for (const [width, tag] of [
  [1440, '@once'],
  [390, '@he'],
] as const) {
  test(`the composer has the same layout with its styles loaded in any order, at ${width} px ${tag}`, async ({
    page,
    api,
    signIn,
    t,
  }) => {
    const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
    await signIn(page, 'staff@example.com')
    await page.setViewportSize({ width, height: width === 390 ? 760 : 900 })
    const { details } = await openThread(page, t, id)
    await details.getByRole('button', { name: t('Send Email') }).click()
    const composer = details.getByRole('form', { name: t('Send Email') })
    const send = composer.getByRole('button', { name: t('Send'), exact: true })
    await expect(send).toBeInViewport({ ratio: 1 })
    const boxes = async () => [
      await details.locator('.conversation').boundingBox(),
      await composer.getByRole('heading').boundingBox(),
      await send.boundingBox(),
    ]
    const before = await boxes()
    await turnStylesRound(page)
    await expect(send).toBeInViewport({ ratio: 1 })
    expect(await boxes()).toEqual(before)
  })
}

test('every style sheet is part of a front end @once', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(path.join(root, file), 'utf8')])
  const built = read('apps/*/dist/assets/*.css')
    .map(([, text]) => text)
    .join()
  const sheets = read('{packages,apps}/*/src/**/*.css').filter(([file]) => !/\/dev\/|\/gallery/.test(file ?? ''))
  const absent = sheets.filter(([, text]) => {
    const classes = [...(text ?? '').matchAll(/^ *\.([a-z-]+)/gm)].map(([, name]) => name)
    return classes.length > 0 && !classes.some((name) => built.includes(`.${name}`))
  })
  expect(absent.map(([file]) => file)).toEqual([])
})

const root = path.resolve(import.meta.dirname, '..')

/** Reverses the order of the style sheets of the page's parts, as another visit may load them. */
function turnStylesRound(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    const [, ...later] = links
    const loaded = later.map((link) => new Promise((resolve) => link.addEventListener('load', resolve, { once: true })))
    for (const link of later.reverse()) document.head.append(link)
    await Promise.all(loaded)
  })
}
