import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, systemContext } from '../../entity/index.ts'
import { nodeArguments } from '../../hosting/local.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { sql } from '../../store/sql.ts'
import { override } from '../../testing/override.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

override(defaultTiming, { backOff: [50, 60, 70, 80, 90], storePause: 50 })

let hq: TestHq
let hebrew: string

beforeAll(async () => {
  hq = await startHq()
  hebrew = await hq.person('noa@example.com', ['Operator'])
  await hq.call('PUT', '/api/user/noa@example.com', { language: 'he' })
})

afterAll(() => hq.remove())

const record = (id: string) => `/api/entity/Project/${id}`

async function transitions(id: string): Promise<string[]> {
  const { json } = await hq.act(id, 'load_project_data')
  const events = json.data.events as { from_status: string; to_status: string }[]
  return events.map((one) => `${one.from_status}→${one.to_status}`)
}

async function makeStopped(id: string): Promise<void> {
  await hq.create(id)
  await hq.until(id, 'Running')
  await hq.act(id, 'stop_project')
}

describe('a fault', () => {
  // `/dev/full` refuses every byte, as a full disk does.
  test.runIf(existsSync('/dev/full'))(
    'is told to each reader in their language, and the start can be repeated',
    async () => {
      await hq.create('full', { auto_provision: 0 })
      const draft = join(hq.folder('full'), `config.json.${process.pid}.tmp`)
      mkdirSync(hq.folder('full'), { recursive: true })
      symlinkSync('/dev/full', draft)
      await hq.act('full', 'provision_project')
      expect((await hq.until('full', 'Failed')).lastError).toBe('There is no space left on the server.')
      const { json: english } = await hq.call('GET', record('full'))
      const { json: inHebrew } = await hq.call('GET', record('full'), undefined, hebrew)
      expect(english.entity.last_error).toBe('There is no space left on the server.')
      expect(inHebrew.entity.last_error).toBe('לא נותר מקום פנוי בשרת.')
      const { json: list } = await hq.call('GET', '/api/entity/Project?filters={"id":"full"}', undefined, hebrew)
      if ('last_error' in list.data[0]) expect(list.data[0].last_error).toBe('לא נותר מקום פנוי בשרת.')
      const { json: data } = await hq.act('full', 'load_project_data', {}, hebrew)
      expect([data.data.last_error, data.data.events[0].message]).toEqual(Array(2).fill('לא נותר מקום פנוי בשרת.'))
      rmSync(draft)
      await hq.act('full', 'provision_project')
      const { port } = await hq.until('full', 'Running')
      const { json: events } = await hq.call(
        'GET',
        '/api/entity/Project%20Event?filters={"project":"full"}',
        undefined,
        hebrew,
      )
      const messages = events.data.map(({ message }: { message: string }) => message)
      expect(messages).toContain(`הפורט ${port} נשמר לפרויקט.`)
    },
  )

  // `/proc` exists, and no folder can be made in it.
  test.runIf(existsSync('/proc/self'))('of a folder that cannot be made is told, and HQ goes on', async () => {
    await hq.call('POST', '/api/entity/Server', { server_name: 'nowhere', data_root: '/proc/no/such' })
    const { json: checked } = await hq.call('POST', '/api/entity/Server/nowhere?run_method=check_server', { data: {} })
    const said = 'The data folder cannot be written (ENOENT).'
    expect(checked.data).toMatchObject({ status: 'Offline', error: said })
    await hq.create('adrift', { server: 'nowhere' })
    expect((await hq.until('adrift', 'Failed')).lastError).toBe(said)
    expect((await hq.call('DELETE', record('adrift'))).status).toBe(200)
  })

  test('of missing data starts no empty site unless an operator asks for one', async () => {
    await makeStopped('moved')
    renameSync(hq.folder('moved'), join(hq.dir, 'elsewhere'))
    await hq.act('moved', 'start_project')
    expect((await hq.until('moved', 'Failed')).lastError).toBe('The data folder of the project is missing.')
    expect(existsSync(hq.folder('moved'))).toBe(false)
    renameSync(join(hq.dir, 'elsewhere'), hq.folder('moved'))
    await hq.act('moved', 'start_project')
    await hq.until('moved', 'Running')
    await hq.act('moved', 'stop_project')

    const { has_records, admin_password } = JSON.parse(readFileSync(join(hq.folder('moved'), 'config.json'), 'utf8'))
    expect([has_records, admin_password]).toEqual([true, undefined])
    rmSync(join(hq.folder('moved'), 'store'), { recursive: true })
    await hq.act('moved', 'start_project')
    expect((await hq.until('moved', 'Failed')).lastError).toBe(
      `The records of this site are missing: ${hq.folder('moved')}/store/data.sqlite is not there. ` +
        'Put them back, or start with --new to begin with an empty site.',
    )

    rmSync(hq.folder('moved'), { recursive: true })
    await hq.act('moved', 'start_project')
    await hq.until('moved', 'Failed')
    await hq.act('moved', 'provision_project')
    const { stagingUrl } = await hq.until('moved', 'Running')
    const { json } = await hq.act('moved', 'reveal_admin_password')
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${stagingUrl}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json.data),
    })
    expect(login.status).toBe(200)
  })

  test('of the store is repaired by HQ once it can write again', async () => {
    await hq.create('unnoted')
    await hq.until('unnoted', 'Running')
    const pid = hq.pid('unnoted') as number
    try {
      await fillStore('unnoted')
      process.kill(pid, 'SIGKILL')
      expect((await hq.act('unnoted', 'stop_project')).status).toBe(503)
      // Its row takes most of a page.
      const more = { project_name: 'More', server: 'main', description: '漢'.repeat(1000) }
      expect((await hq.call('POST', '/api/entity/Project', more)).status).toBe(503)
      await expect.poll(() => errors(hq)).toContain('"project":"unnoted","msg":"supervisor"')
      expect([(await hq.project('unnoted')).status, hq.pid('unnoted')]).toEqual(['Running', undefined])
    } finally {
      await setPages(1_000_000)
    }
    await expect.poll(() => ![undefined, pid].includes(hq.pid('unnoted'))).toBe(true)
    await hq.until('unnoted', 'Running')
  })
})

const setPages = (pages: number) => hq.site.store.write((tx) => tx.get(sql`pragma max_page_count = ${sql.lit(pages)}`))

/**
 * Fills the store, as on a full disk: not even the smallest event of the project fits, so its state cannot change. An
 * event lies in its index at a random place, where one page may be full and the next not: only when a hundred in a row
 * are refused is there room nowhere.
 */
async function fillStore(project: string): Promise<void> {
  await setPages(1)
  const { engine } = hq.site
  for (let refused = 0; refused < 100; ) {
    try {
      await createRecord(engine, systemContext(engine), 'Project Event', { project, event: 'a' })
      refused = 0
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnavailable)
      refused++
    }
  }
}

const errors = ({ dir }: TestHq) => readFileSync(join(dir, 'logs', 'error.log'), { encoding: 'utf8', flag: 'a+' })

describe('a project that is deleted', () => {
  test('has the state Removing until its data is in the trash, and Failed when that is impossible', async () => {
    await makeStopped('going')
    const trash = join(hq.dir, 'projects', '.trash')
    rmSync(trash, { recursive: true, force: true })
    writeFileSync(trash, 'a file where a folder has to be')
    const refused = await hq.call('DELETE', record('going'))
    expect([refused.status, refused.message]).toEqual([409, 'The data folder cannot be written (EEXIST).'])
    expect(await hq.project('going')).toMatchObject({ status: 'Failed', lastError: refused.message })
    expect((await transitions('going')).slice(0, 2)).toEqual(['Removing→Failed', 'Stopped→Removing'])
    expect(existsSync(join(hq.folder('going'), 'store', 'data.sqlite'))).toBe(true)
    rmSync(trash)

    await hq.act('going', 'start_project')
    await hq.until('going', 'Running')
    await hq.act('going', 'stop_project')
    const seen: string[] = []
    const stopListening = hq.site.engine.listen(({ entity, id, action, changed }) => {
      if (entity === 'Project' && id === 'going') seen.push(action === 'updated' ? changed.join() : action)
    })
    expect((await hq.call('DELETE', record('going'))).status).toBe(200)
    stopListening()
    // Between them the project shows its last backup.
    expect([seen[0], seen.at(-1)]).toEqual([expect.stringContaining('status'), 'deleted'])
    expect(seen.slice(1, -1).filter((names) => names.includes('status'))).toEqual([])
    expect([existsSync(hq.folder('going')), readdirSync(trash).length]).toEqual([false, 1])
  })

  test('stays unchanged while a record links to it', async () => {
    await makeStopped('held')
    const field = { fieldname: 'about', label: 'About', fieldtype: 'Link', options: 'Project' }
    const made = await hq.call('POST', '/api/entity/Entity', { id: 'Remark', module: 'Test', fields: [field] })
    expect(made.message).toBe('')
    const { json } = await hq.call('POST', '/api/entity/Remark', { about: 'held' })
    expect((await hq.call('DELETE', record('held'))).json.exc_type).toBe('LinkExistsError')
    expect((await hq.project('held')).status).toBe('Stopped')
    expect(await transitions('held')).not.toContain('Stopped→Removing')
    expect(existsSync(hq.folder('held'))).toBe(true)
    await hq.call('DELETE', `/api/entity/Remark/${json.entity.id}`)
    expect((await hq.call('DELETE', record('held'))).status).toBe(200)
  })

  test('by two users at once is deleted once', async () => {
    await makeStopped('twice')
    const answers = await Promise.all([1, 2].map(() => hq.call('DELETE', record('twice'))))
    const [first, second = 0] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect([first, [404, 409].includes(second)]).toEqual([200, true])
    expect(existsSync(hq.folder('twice'))).toBe(false)
  })
})

describe('the text of a project', () => {
  test('cannot change which commands run', async () => {
    const values = {
      project_name: '$(touch pwned); --inspect=0.0.0.0 `id` "\'\\',
      description: '--eval process.exit()',
      icon: '../../etc/passwd',
      default_language: 'he',
      admin_email: 'mia+x@example.com',
    }
    await hq.create('plain', values)
    await hq.until('plain', 'Running')
    const line = readFileSync(`/proc/${hq.pid('plain')}/cmdline`, 'utf8')
    const command = expect.stringMatching(/\/bin\/tavla\.mjs$/)
    const expected = [process.execPath, ...nodeArguments, command, 'site', hq.folder('plain'), '']
    expect(line.split('\0')).toEqual(expected)
    const config = readFileSync(join(hq.folder('plain'), 'config.json'), 'utf8')
    expect(config).not.toContain('pwned')
    expect(JSON.parse(config)).toMatchObject({ site: 'plain', default_language: 'he' })
    // The site invites the project's administrator.
    await expect.poll(() => mailsOf('plain')).toContain('mia+x@example.com')
    for (const admin_email of ['a b@example.com', '$(id)', 'x@example.com\r\nBcc: y@example.com']) {
      const answer = await hq.call('POST', '/api/entity/Project', { project_name: 'x', server: 'main', admin_email })
      expect([admin_email, answer.status]).toEqual([admin_email, 417])
    }
  })
})

function mailsOf(id: string): string {
  const outbox = join(hq.folder(id), 'outbox')
  return readdirSync(outbox)
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .join('\n')
}
