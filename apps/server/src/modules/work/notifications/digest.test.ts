import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '../../../store/sql.ts'
import { makeTestSite } from '../../../testing/test-site.ts'
import { mailOf, openWork } from '../testing-work.ts'
import { sendDigests } from './digest.ts'

test('a person who asks for it has one mail a day, of what is unread and new, without texts', async () => {
  const work = await openWork(makeTestSite)
  const { site } = work.site
  const about = await work.newCase()
  const hour = Number(site.engine.clock.nowWall().slice(11, 13))
  const me = `/api/user/${mailOf('dan')}`
  expect((await work.call('dan', 'PUT', me, { digest_hour: 24 })).status).toBe(417)
  await work.ok(work.call('dan', 'PUT', me, { digest: 'Daily', digest_hour: hour }))
  const mails = async () => {
    await site.outbox.settled()
    const folder = join(site.config.dir, 'outbox')
    const names = await readdir(folder).catch(() => [])
    const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return all.filter((mail) => mail.includes('List-Unsubscribe'))
  }
  const anotherDay = () => site.store.write((tx) => tx.run(sql`update digest_sent set day = ${'2020-01-01'}`))
  await sendDigests(site)
  expect(await mails()).toEqual([])
  await anotherDay()
  await work.create('eve', 'Note', { ...about, text: `CONFIDENTIAL @[${mailOf('dan')}]` })
  await Promise.all([sendDigests(site), sendDigests(site)])
  await sendDigests(site)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toContain(`To: ${mailOf('dan')}`)
  expect(mail).toMatch(/List-Unsubscribe: <http[^>]*\/profile>/)
  expect(mail?.replaceAll(/=\r?\n/g, '')).toContain(`/app/Case/${about.reference_id}`)
  expect(mail).not.toContain('CONFIDENTIAL')
  await anotherDay()
  await sendDigests(site)
  expect(await mails()).toHaveLength(1)
})
