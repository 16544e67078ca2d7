import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { folderForTests, onPostgres } from '../store/testing.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'

const folder = folderForTests()
const holder = `select pid from pg_locks where locktype = 'advisory' and classid = 7233 and objid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`

async function connect(url: string, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name })
  await client.connect()
  return client
}

onPostgres((_open, newDatabase) => {
  test('a site whose database another process takes ends with one sentence', async () => {
    const url = await newDatabase()
    const args = [tavla, 'site', await folder(), '--database', url, '--port', '0']
    const site = spawn(process.execPath, args, { env: bareEnvironment() })
    let [out, err] = ['', '']
    site.stdout.on('data', (chunk) => (out += chunk))
    site.stderr.on('data', (chunk) => (err += chunk))
    const ended = once(site, 'close')
    const [thief, witness] = [await connect(url, 'thief'), await connect(url, 'witness')]
    try {
      await expect.poll(() => out).toMatch(/^Ready /)
      // It waits for the lock before the connection that holds it is killed, and so gets it.
      const taken = thief.query('select pg_advisory_lock(7233, 2)')
      await expect
        .poll(async () => (await witness.query('select 1 from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0)
      await witness.query(`select pg_terminate_backend(pid) from (${holder}) held`)
      await taken
      expect([(await ended)[0], err]).toEqual([
        1,
        expect.stringMatching(/^Another process uses this site\. The database \S.* is held by thief\.\n$/),
      ])
    } finally {
      site.kill('SIGKILL')
      await Promise.all([thief.end(), witness.end()])
    }
  })
})
