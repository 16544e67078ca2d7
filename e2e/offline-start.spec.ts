import { expect, test } from './fixtures.ts'
import { detailsOf, openList, unique } from './screens.ts'

test.use({ serviceWorkers: 'allow' })

test('without a network a browser shows each person what that person has read, and says why to all others @once', async ({
  page,
  context,
  api,
  site,
  signIn,
  t,
}) => {
  const read = `Read by Anna alone ${unique()}`
  const { id } = await api.create('Task', { subject: `Task ${unique()}`, description: read })
  const [anna, ben] = [await api.createUser({ full_name: 'Anna' }), await api.createUser({ full_name: 'Ben' })]
  const record = `/api/entity/Task/${id}`
  const details = detailsOf(page, t)
  const overlay = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: t('No connection') }) })
  /** The page opens by itself once the network is back. */
  const findNetwork = async () => {
    await expect(overlay).toContainText(
      t('The server cannot be reached. The page opens by itself when the connection is back.'),
    )
    await expect(page.getByText(read)).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByLabel(t('Password'), { exact: true })).toBeVisible({ timeout: 20_000 })
  }

  // Anna's session ends elsewhere: what she read is hidden.
  await signIn(page, anna)
  await openList(page, 'Task')
  await page.goto(`/app/Task/${id}`)
  await expect(details.getByText(read)).toBeVisible()
  await expect.poll(() => page.evaluate(copies)).toContain(`${anna} ${record}`)
  await expect.poll(() => page.evaluate(workers)).toEqual(['activated'])
  await api.request.put(`/api/user/${anna}`, { data: { new_password: site.passwordOf(anna) } })
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await context.setOffline(true)
  await page.goto(`/app/Task/${id}`)
  await expect(overlay.getByRole('button', { name: t('Retry') })).toBeVisible()
  await findNetwork()

  // Ben signs in on her browser, finds nothing of hers, and leaves nothing of his.
  await signIn(page, ben)
  await openList(page, 'Task')
  await expect.poll(() => page.evaluate(copies)).toContain(`${ben} /api/entity/Task`)
  await context.setOffline(true)
  await page.goto(`/app/Task/${id}`)
  await expect(details.getByText(t('This needs a connection.'))).toBeVisible()
  await expect(page.getByText(read)).toBeHidden()
  await context.setOffline(false)
  await page.goto('/app')
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: t('Logout') }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(async () => (await page.evaluate(copies)).filter((one) => one.startsWith(ben))).toEqual([])
  await context.setOffline(true)
  await page.goto('/app/Task')
  await findNetwork()

  // Anna signs in again and has her copies back, until the site wants none.
  await signIn(page, anna)
  await openList(page, 'Task')
  await context.setOffline(true)
  await page.goto(`/app/Task/${id}`)
  await expect(details.getByText(read)).toBeVisible()
  await context.setOffline(false)
  const settings = { id: 'System Settings' }
  await api.update('System Settings', { ...settings, offline_copies: 0 })
  try {
    await page.goto('/app/Task')
    await expect.poll(() => page.evaluate(copies)).toEqual([])
    await expect.poll(() => page.evaluate(workers)).toEqual([])
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
    await page.goto(`/app/Task/${id}`)
    await expect(details.getByText(read)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(copies)).toEqual([])
  } finally {
    await api.update('System Settings', { ...settings, offline_copies: 1 })
  }
})

/** User and path of each answer that the browser keeps. */
async function copies(): Promise<string[]> {
  const asked = indexedDB.open('tavla')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const read = asked.result.transaction('copies').objectStore('copies').getAllKeys()
  await new Promise((resolve) => read.addEventListener('success', resolve))
  asked.result.close()
  return read.result.map((key) => `${(key as string[])[1]} ${(key as string[])[3]}`)
}

/** States of the workers that the browser keeps. */
async function workers(): Promise<(string | undefined)[]> {
  return (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state)
}
