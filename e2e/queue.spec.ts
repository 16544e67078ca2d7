import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { cut, isWrite, listOf, loseAnswers, onWrites, type Say, save, waiting, wake } from './queue.ts'
import { detailsOf, openList, rowOf, unique } from './screens.ts'

const markOf = (page: Page, t: Say, text: string) => rowOf(page, text).getByText(t('Waiting to be sent'))

/** Adds a task, and leaves its form, in which it opens for its first row. */
async function add(page: Page, t: Say, label: string, typed: string): Promise<void> {
  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(t(label), { exact: true }).fill(typed)
  await page.keyboard.press('ControlOrMeta+Enter')
  const details = detailsOf(page, t)
  await expect(details.getByRole('heading', { level: 2, name: typed })).toBeVisible()
  await details.getByRole('button', { name: t('Close'), exact: true }).click()
}

/** Number of times that a record was updated. */
async function updatesOf(api: Api, id: string): Promise<number> {
  const filters = JSON.stringify({ ref_entity: 'Task', ref_id: id, action: 'Updated' })
  const answer = await api.request.get('/api/entity/Version', { params: { filters } })
  return ((await answer.json()) as { count: number }).count
}

/** Puts more changes behind the one that waits: new tasks with these subjects. */
async function queueMore(page: Page, subjects: readonly string[]): Promise<void> {
  await page.evaluate(async (names) => {
    const open = indexedDB.open('tavla')
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const work = database.transaction('queue', 'readwrite')
    const store = work.objectStore('queue')
    const keys = store.getAllKeys()
    const values = store.getAll()
    values.onsuccess = () => {
      const [site, user, place] = keys.result.at(-1) as [string, string, number]
      for (const [at, subject] of names.entries()) {
        const operation = crypto.randomUUID()
        const next = {
          ...values.result.at(-1),
          ...{
            place: place + 1 + at,
            operation,
            isTried: false,
            kind: 'create',
            ids: [`~${operation}`],
            title: subject,
          },
          ...{ values: { subject }, base: { id: `~${operation}`, subject } },
          call: { method: 'POST', path: '/api/entity/Task', body: { subject } },
        }
        store.put(next, [site, user, next.place])
      }
    }
    await new Promise((resolve) => {
      work.oncomplete = resolve
    })
    database.close()
  }, subjects)
}

test('changes wait through a cut network and a restart; 30 of them are sent in order and applied once @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const { id: lost } = await api.create('Task', { subject: `Lost ${word}` })
  const { id: deleted } = await api.create('Task', { subject: `Deleted ${word}` })
  const { id: taken } = await api.create('Task', { subject: `Stays ${word}` })
  await signIn(page)
  // The server applies a save, its answer is lost, and the person takes it back.
  await page.goto(`/app/Task/${taken}`)
  const answer = await loseAnswers(page)
  await save(page, t, `Taken ${word}`)
  await expect(waiting(page, t, 1)).toBeVisible()
  expect(await api.read('Task', taken)).toMatchObject({ subject: `Taken ${word}` })
  await waiting(page, t, 1).click()
  await listOf(page, t, 1)
    .getByRole('button', { name: t('Take Back') })
    .click()
  await expect(listOf(page, t, 1).getByRole('listitem')).toContainText(t('Waiting to be taken back'))
  await page.keyboard.press('Escape')
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: `Stays ${word}` })).toBeVisible()
  await answer()
  await wake(page)
  await expect(waiting(page, t, 1)).toHaveCount(0)
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: `Stays ${word}` })).toBeVisible()
  expect(await api.read('Task', taken)).toMatchObject({ subject: `Stays ${word}` })

  // The server applies a save, and its answer is lost.
  await rowOf(page, `Lost ${word}`).getByRole('link').click()
  const answerAgain = await loseAnswers(page)
  await save(page, t, `Once ${word}`)
  const reconnect = await cut(page)
  await answerAgain()
  await expect(waiting(page, t, 1)).toBeVisible()
  await expect(markOf(page, t, `Once ${word}`)).toBeAttached()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  // A new record that is taken back at once leaves the screen, of which one notice tells.
  await add(page, t, 'Subject', `Brief ${word}`)
  await expect(detailsOf(page, t).getByRole('heading', { level: 2, name: `Brief ${word}` })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(rowOf(page, `Brief ${word}`)).toHaveCount(0)
  await expect(
    page
      .locator('.notice')
      .filter({ hasText: t('Undone. Records: {0}', [1]) })
      .last(),
  ).toBeVisible()
  await expect(page.getByText(t('This record was deleted.'))).toHaveCount(0)

  // A new record, changed again before it has an id; and a deletion.
  await add(page, t, 'Subject', `New ${word}`)
  await expect(rowOf(page, `New ${word}`)).toContainText(t('New'))
  await save(page, t, `Newer ${word}`)
  await expect(markOf(page, t, `Newer ${word}`)).toBeAttached()
  // The keys of undo take it back and bring it again, also once its notice is gone.
  const named = (name: string) => detailsOf(page, t).getByRole('heading', { level: 2, name: `${name} ${word}` })
  const notice = page.locator('.notice').filter({ hasText: t('Waiting to be sent') })
  await notice.getByRole('button', { name: t('Close') }).click()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(named('New')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: t('Undone. Records: {0}', [1]) })).toBeAttached()
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(named('Newer')).toBeVisible()
  await rowOf(page, `Deleted ${word}`).getByRole('link').click()
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await details.getByRole('button', { name: t('Delete'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Confirm') })
    .click()
  await expect(rowOf(page, `Deleted ${word}`)).toHaveCount(0)
  await expect(waiting(page, t, 4)).toBeVisible()

  // After a restart everything is there; one is taken back, by keyboard.
  const subjects = Array.from({ length: 27 }, (_, at) => `Number ${at} ${word}`)
  await queueMore(page, subjects)
  await page.goto(`/app/Task/${lost}`)
  await waiting(page, t, 31).press('Enter')
  const list = listOf(page, t, 31)
  await expect(list.getByRole('listitem')).toHaveCount(31)
  await expect(list.getByRole('listitem').nth(2)).toContainText(`Newer ${word}`)
  await expectAccessible(page)
  const last = list.getByRole('listitem').filter({ hasText: `Number 26 ${word}` })
  await last.getByRole('button', { name: t('Take Back') }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(waiting(page, t, 30)).toBeVisible()
  await expect(rowOf(page, `Number 25 ${word}`)).toBeVisible()

  const sent: string[] = []
  page.on('requestfinished', (request) => {
    const isChange = isWrite(request) && !request.url().endsWith('/api/app/recent')
    if (isChange && request.headers()['operation-id']) sent.push(`${request.method()} ${request.postData()}`)
  })
  await reconnect()
  await wake(page)
  await expect(page.getByRole('button', { name: new RegExp(t('Changes waiting to be sent: {0}', [''])) })).toHaveCount(
    0,
  )
  expect(sent).toHaveLength(30)
  expect(sent[0]).toContain(`Once ${word}`)
  expect(sent[1]).toContain(`New ${word}`)
  expect(sent[2]).toContain(`Newer ${word}`)
  expect(sent[3]).toMatch(/^DELETE/)
  for (const [at, subject] of subjects.slice(0, 26).entries()) expect(sent[4 + at]).toContain(subject)
  expect(await updatesOf(api, lost)).toBe(1)
  expect(await api.read('Task', lost)).toMatchObject({ subject: `Once ${word}` })
  expect((await api.request.get(`/api/entity/Task/${deleted}`)).status()).toBe(404)
  const filters = JSON.stringify({ subject: ['like', `%${word}%`] })
  const { count } = await (await api.request.get('/api/entity/Task', { params: { filters } })).json()
  expect(count).toBe(1 + 1 + 1 + 26)
  await expect(rowOf(page, `Number 25 ${word}`)).toContainText(/TASK-\d+/)
  await expect(markOf(page, t, word)).toHaveCount(0)
})

test('a queued change that clashes is decided in the merge window, and a refused one becomes a draft @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const { id: clashed } = await api.create('Task', { subject: `Clash ${word}`, status: 'Open' })
  const { id: refused } = await api.create('Task', { subject: `Refused ${word}` })
  await signIn(page)
  await page.goto(`/app/Task/${refused}`)
  const reconnect = await cut(page)
  await save(page, t, `Too late ${word}`)
  await rowOf(page, `Clash ${word}`).getByRole('link').click()
  await save(page, t, `Mine ${word}`)
  await save(page, t, `Mine again ${word}`)
  await expect(waiting(page, t, 3)).toBeVisible()
  await api.update('Task', { id: clashed, subject: `Theirs ${word}` })
  await api.remove('Task', refused)
  await reconnect()
  await wake(page)

  // The later change of that record waits with it; the refusal of another one is told.
  await expect(page.locator('.notice').filter({ hasText: t('Both of you changed this') })).toBeVisible()
  await expect(waiting(page, t, 2)).toBeVisible()
  const details = detailsOf(page, t)
  await expect(details.getByText(t('Waiting to be sent'))).toBeVisible()
  await waiting(page, t, 2).click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const first = list.getByRole('listitem').filter({ hasText: t('Both of you changed this') })
  await first.getByRole('button', { name: t('Open', [], 'action') }).click()
  const question = page.getByRole('dialog', { name: t('Both of you changed this') })
  await question.getByRole('radio', { name: new RegExp(`^${t('Mine')}`) }).check()
  await question.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect.poll(async () => (await api.read('Task', clashed)).subject).toBe(`Mine again ${word}`)

  const left = page.getByRole('button', { name: t('Changes that could not be sent: {0}', [1]) })
  await left.click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  // Nothing of it is on its way: it is discarded, and Undo keeps it after all.
  const discard = page.getByRole('dialog').getByRole('button', { name: t('Discard') })
  await discard.click()
  await expect(left).toHaveCount(0)
  // The notices of what is decided are gone, too.
  await expect(page.locator('.notice')).toHaveText(new RegExp(t('Changes discarded')))
  await page.keyboard.press('ControlOrMeta+Z')
  await left.click()
  await discard.click()
  await expect(left).toHaveCount(0)

  // A value that the server refuses waits as a draft of its form.
  await openList(page, 'Task')
  const cutAgain = await cut(page)
  await add(page, t, 'Subject', `Draft ${word}`)
  await onWrites(page, (route) => route.fulfill({ status: 417, json: { status: 417, message: 'Not today' } }))
  await cutAgain()
  await wake(page)
  await expect(
    page.locator('.notice').filter({ hasText: t('This change could not be sent: {0}', ['Not today']) }),
  ).toBeVisible()
  await left.click()
  const item = page.getByRole('dialog').getByRole('listitem')
  await item.getByRole('button', { name: t('Open', [], 'action') }).click()
  const window = page.getByRole('dialog', { name: t('New {0}', [t('Task')]) })
  await window.getByRole('button', { name: t('Continue') }).click()
  await expect(window.getByLabel(t('Subject'), { exact: true })).toHaveValue(`Draft ${word}`)
  await expect(left).toHaveCount(0)
})
