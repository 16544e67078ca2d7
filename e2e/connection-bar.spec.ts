import { expect, test } from './fixtures.ts'
import { openList } from './screens.ts'

/** A site may translate the message with a longer text. */
const longWords = 'כרגע אין חיבור לשרת של המשרד הראשי, ומה שנכתב כאן יישמר רק אחרי שהחיבור יחזור'

test('the message of a lost connection stays within the bar at every width, however long, and hides no button @he', async ({
  page,
  context,
  api,
  signIn,
  t,
  language,
}) => {
  // English texts are fixed; every other language may have its own translation.
  const own = language === 'en' ? undefined : await submitWords(language)
  // The menu at its maximum width.
  await page.addInitScript(() => localStorage.setItem('tavla.menu', 'wide'))
  await signIn(page)
  await openList(page, 'Task')
  await context.setOffline(true)
  const said = page.locator('.connection')
  await expect(said).toContainText(own ? longWords : t('No connection'))
  try {
    for (const width of [320, 390, 641, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(said.getByRole('button', { name: t('Retry') })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: t('User menu') })).toBeInViewport({ ratio: 1 })
      // The menu slides to its width.
      await expect.poll(() => page.getByRole('banner').evaluate(namesOutside), `at ${width} pixels`).toEqual([])
    }
  } finally {
    await context.setOffline(false)
    if (own) await api.remove('Translation', own)
  }

  async function submitWords(into: string): Promise<string> {
    const data = { language: into, sourceText: 'No connection', translatedText: longWords }
    const answer = await api.request.post('/api/app/submit_translation', { data })
    return ((await answer.json()) as { translation: { id: string } }).translation.id
  }
})

/** The parts of the bar that extend beyond it. */
function namesOutside(bar: Element): string[] {
  const { left, right } = bar.getBoundingClientRect()
  const parts = [...bar.querySelectorAll('button, h1, [role=status], [role=status] *')]
  const isOutside = (box: DOMRect) => box.left < left - 1 || box.right > right + 1
  const drawn = parts.filter((one) => one.checkVisibility({ visibilityProperty: true }))
  return drawn.filter((one) => isOutside(one.getBoundingClientRect())).map((one) => one.className + one.textContent)
}
