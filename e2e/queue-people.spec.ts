import { expect, test } from './fixtures.ts'
import { cut, save, waiting, wake } from './queue.ts'
import { openList, rowOf, unique } from './screens.ts'

test('changes outlive the session of their person, and go when that person signs out @once', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const word = unique()
  const { id: first } = await api.create('Task', { subject: `First ${word}` })
  const { id: second } = await api.create('Task', { subject: `Second ${word}` })
  const [person, other] = [await api.createUser(), await api.createUser()]
  await signIn(page, person)
  await page.goto(`/app/Task/${first}`)
  const reconnect = await cut(page)
  await save(page, t, `First sent ${word}`)
  await rowOf(page, `Second ${word}`).getByRole('link').click()
  await save(page, t, `Second sent ${word}`)
  await expect(waiting(page, t, 2)).toBeVisible()

  // The session has ended by the time the network is back: the window asks for the password, and sending goes on.
  const password = site.passwordOf(person)
  await api.request.put(`/api/user/${person}`, { data: { new_password: password } })
  await reconnect()
  await wake(page)
  const window = page.getByRole('dialog', { name: t('Sign in to continue') })
  await window.getByLabel(t('Password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(window).toBeHidden()
  await expect(waiting(page, t, 2)).toHaveCount(0)
  await expect.poll(async () => (await api.read('Task', first)).subject).toBe(`First sent ${word}`)
  await expect.poll(async () => (await api.read('Task', second)).subject).toBe(`Second sent ${word}`)

  // Signing out tells what would be lost, and asks.
  const cutAgain = await cut(page)
  await save(page, t, `Second lost ${word}`)
  await expect(waiting(page, t, 1)).toBeVisible()
  const question = page.getByRole('alertdialog')
  const signOut = async () => {
    await page.getByRole('button', { name: t('User menu') }).click()
    await page.getByRole('menuitem', { name: t('Logout') }).click()
    await expect(question).toContainText(t('Unsaved drafts: {0}. Changes not sent yet: {1}.', ['0', '1']))
  }
  await signOut()
  await page.keyboard.press('Escape')
  await expect(waiting(page, t, 1)).toBeVisible()
  await signOut()
  await question.getByRole('button', { name: t('Logout') }).click()
  await expect(page).toHaveURL(/\/login$/)

  // The next person sees nothing of it, and sends nothing of it.
  await cutAgain()
  await signIn(page, other)
  await openList(page, 'Task')
  await expect(rowOf(page, `Second sent ${word}`)).toBeVisible()
  await expect(waiting(page, t, 1)).toHaveCount(0)
  expect(await page.evaluate(changesKept)).toBe(0)
  expect((await api.read('Task', second)).subject).toBe(`Second sent ${word}`)
})

/** Number of changes that the browser keeps, of everybody. */
async function changesKept(): Promise<number> {
  const asked = indexedDB.open('tavla')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const read = asked.result.transaction('queue').objectStore('queue').count()
  await new Promise((resolve) => read.addEventListener('success', resolve))
  asked.result.close()
  return read.result
}
