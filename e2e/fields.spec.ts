import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test('every type of field is edited, saved and read back', async ({ page, api, signIn, language, t }) => {
  const contact = await api.create('Contact', { contact_name: `Dov ${unique()}` })
  const { id } = await api.create('Task', { subject: 'All of it', status: 'Open' })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  await edit.click()
  const field = (label: string) => details.getByLabel(t(label), { exact: true })

  const subject = `עוגה & cake ${unique()}`
  await field('Subject').fill(subject)
  await choose(page, details.getByRole('combobox', { name: t('Status'), exact: true }), t('Done', undefined, 'status'))
  await field('Contact').fill(String(contact.contact_name))
  await page.getByRole('option', { name: String(contact.contact_name) }).click()
  await typeDate(details.getByRole('group', { name: t('Due Date'), exact: true }), { day: 5, month: 1, year: 2026 })
  const moment = { day: 6, month: 2, year: 2026, hour: 14, minute: 30 }
  await typeDate(details.getByRole('group', { name: t('Starts At'), exact: true }), moment)
  await field('Estimate').fill('5400')
  await field('Progress').fill('2.5')
  await field('Points').fill('no number')
  await field('Budget').fill('1234.5')
  await field('Is Billable').check()
  await field('Description').fill('one\ntwo')
  await field('Summary').fill('a summary')
  await field('Long Notes').fill('long notes')
  await field('Snippet').fill('if (a) b')
  await field('Config').fill('{"a": [1, 2]}')
  await field('API Key').fill('hidden key')
  await field('Related Entity').fill('Contact')
  await page.getByRole('option').first().click()
  await field('Related ID').fill(String(contact.contact_name))
  await page.getByRole('option', { name: String(contact.contact_name) }).click()
  await expect(details.getByText('₪', { exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(edit).toBeVisible()

  const saved = await api.read('Task', id)
  expect(saved).toMatchObject({
    subject,
    status: 'Done',
    contact: contact.id,
    due_date: '2026-01-05',
    estimate: 5400,
    progress: 2.5,
    points: 0,
    budget: 1234.5,
    is_billable: 1,
    description: 'one\ntwo',
    summary: 'a summary',
    long_notes: 'long notes',
    snippet: 'if (a) b',
    config: { a: [1, 2] },
    api_key: '********',
    related_entity: 'Contact',
    related_id: contact.id,
    created_by_name: 'Administrator',
  })
  expect(saved.starts_at).toMatch(/^2026-02-06 14:30:00/)

  await page.reload()
  const shown = (label: string) =>
    details
      .getByRole('definition')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[1]').filter({ hasText: new RegExp(`^${t(label)}$`) }) })
  await expect(shown('Contact')).toHaveText(String(contact.contact_name))
  await expect(shown('Due Date')).toHaveText(language === 'he' ? '05.01.2026' : '05/01/2026')
  await expect(shown('Starts At')).toContainText('14:30')
  await expect(shown('Progress')).toHaveText('2.5')
  await expect(shown('Budget')).toContainText('1,234.50')
  await expect(shown('Budget')).toContainText('₪')
  await expect(shown('Is Billable')).toHaveText(t('Yes'))
  await expect(shown('Status')).toHaveText(t('Done', undefined, 'status'))
  await expect(shown('Related ID')).toHaveText(String(contact.contact_name))
  await expect(details.getByText('hidden key')).toHaveCount(0)
})

test('text is limited to what the server takes, and a broken JSON is told beside its box', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Limits ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const subject = details.getByLabel(t('Subject'), { exact: true })
  await expect(subject).toHaveAttribute('maxlength', '140')
  await details.getByLabel(t('Config'), { exact: true }).fill('{"a":')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByText(t('{0} must be valid JSON', [{ translate: 'Config' }]))).toBeVisible()
  await expect(details.getByLabel(t('Config'), { exact: true })).toBeFocused()
  await details.getByLabel(t('Config'), { exact: true }).fill('')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
})

test('an email has an input of its own, and a wrong one is told', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Mail ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Contact/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const email = details.getByLabel(t('Email'), { exact: true })
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('maxlength', '140')
  await email.fill('nowhere')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('alert')).toContainText(
    t('{0} is not a valid email address', [{ translate: 'Email' }]),
  )
  await email.fill('noa@example.com')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('link', { name: 'noa@example.com' })).toBeVisible()
})

test('what the server alone sets stays closed in edit mode', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Task', { subject: `Closed ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await expect(details.getByText(t('Created By Name'), { exact: true })).toBeVisible()
  await expect(details.getByRole('textbox', { name: t('Created By Name') })).toHaveCount(0)
})

async function choose(page: Page, box: Locator, name: string): Promise<void> {
  await box.click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Fills the parts of a date, in whatever order the language has them. */
async function typeDate(group: Locator, parts: Readonly<Record<string, number>>): Promise<void> {
  for (const [part, value] of Object.entries(parts)) {
    await group.locator(`[data-type="${part}"]`).click()
    await group.page().keyboard.type(String(value).padStart(2, '0'))
  }
}
