import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSite } from '../app.ts'
import { eachSite } from '../check/testing.ts'
import { readSiteConfig } from '../config/site-config.ts'
import { deleteRecord, getRecord, systemContext } from '../entity/index.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'

interface Outcome {
  code: number | null
  out: string
  err: string
}

function tavlaCheck(...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [tavla, 'check', ...args], { env: bareEnvironment() })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

eachSite((site) => {
  const check = (...args: string[]) =>
    tavlaCheck(site.dir, ...args, ...(site.databaseUrl ? ['--database', site.databaseUrl] : []))
  const linesOf = ({ out }: Outcome) => out.trimEnd().split('\n')

  test('a sound site gives a line for each check, all ok, and code 0; as JSON the same', async () => {
    const found = await check()
    expect([found.err, found.code]).toEqual(['', 0])
    expect(linesOf(found).every((line) => /^ok {7}[a-z ]+$/.test(line))).toBe(true)
    const { sites } = JSON.parse((await check('--json', '--deep')).out)
    expect(sites).toHaveLength(1)
    expect(sites[0].checks).toHaveLength(linesOf(found).length)
    expect(sites[0].checks[0]).toEqual({ check: 'database', state: 'ok', count: 0, ids: [] })
  })

  test('while the site runs, nothing is repaired', async () => {
    const { code, out } = await check('--repair')
    expect([code, out]).toEqual([2, expect.stringMatching(/^Another process uses this site\./)])
  })

  test('a repair makes texts and indexes anew, puts bytes and rows aside that belong to nothing', async () => {
    const ids = (await site.sql<{ id: string }>('select id from e_contact order by rid limit 12')).map(({ id }) => id)
    await site.sql(`update e_contact set f_contact_name = 'another' where id in (${ids.map(() => '?').join()})`, ids)
    await site.sql(
      `insert into e_task_item (id, idx, parent, parent_entity, parent_field, c_title) values ('orphan', 1, 'no', 'Task', 'checklist', 'left')`,
    )
    if (site.isSqlite) await site.sql('drop trigger "e_contact$updated"')
    const left = join(site.dir, 'files', 'private', 'left-abcdef.txt')
    writeFileSync(left, 'left over')
    await site.stop()
    const before = await check()
    expect(before.code).toBe(1)
    expect(before.out).toContain(`fault    folded texts   12: Contact ${ids[0]}, `)
    expect(before.out).toMatch(/folded texts .*, …\n/)
    expect(before.out).toContain('warning  unnamed bytes  1: /private/files/left-abcdef.txt\n')
    const after = await check('--repair')
    expect(after.out).toContain('repaired folded texts of 12 records\n')
    expect(after.out).toContain('repaired 1 table rows without a record moved to the trash\n')
    expect(linesOf(after).filter((line) => !/^(ok|repaired) /.test(line))).toEqual([])
    expect(after.code).toBe(0)
    expect(existsSync(left)).toBe(false)
    expect(readdirSync(join(site.dir, 'files', 'lost', 'private'))).toEqual(['left-abcdef.txt'])
    expect(existsSync(join(site.dir, 'store', 'data.sqlite.before-repair'))).toBe(site.isSqlite)
    await site.start()
    const [item] = await site.sql<{ id: string }>(`select id from e_trash_item where c_ref_id = 'orphan'`)
    const admin = systemContext(site.engine)
    const kept = await getRecord(site.engine, admin, 'Trash Item', item?.id ?? '')
    expect(kept).toMatchObject({ ref_entity: 'Task Item', can_restore: 0, record: { id: 'orphan', title: 'left' } })
    await deleteRecord(site.engine, admin, 'Trash Item', item?.id ?? '')
    expect(await site.faults(true)).toEqual([])
  })

  test('data of another version is not checked', async () => {
    await site.sql(`update site set value = 'another' where key = 'definitions'`)
    expect(await check()).toMatchObject({ code: 2, out: expect.stringContaining('another version of Tavla') })
  })
})

test('without a site, and with an option that is not its own, the check says so and ends with 2', async () => {
  const nowhere = join(tmpdir(), 'tavla-nowhere')
  expect(await tavlaCheck(nowhere)).toEqual({ code: 2, out: '', err: `There is no site in ${nowhere}.\n` })
  expect(existsSync(nowhere)).toBe(false)
  expect(await tavlaCheck(nowhere, '--sample')).toMatchObject({
    code: 2,
    err: '"tavla check" takes no option --sample.\n',
  })
  expect(await tavlaCheck()).toMatchObject({ code: 2, err: '"tavla check" needs one argument: the data folder.\n' })
})

test('HQ is checked with each project below it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tavla-check-hq-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const make = async (folder: string, hq: boolean) => {
    const made = await createSite(readSiteConfig(folder, { hq, port: 0, adminPassword: 'a password' }))
    await made.settled()
    await made.close()
  }
  await make(dir, true)
  await make(join(dir, 'projects', 'acme'), false)
  await make(join(dir, 'projects', 'broken'), false)
  const sound = await tavlaCheck(dir)
  expect([sound.err, sound.code]).toEqual(['', 0])
  const heads = sound.out.split('\n').filter((line) => line.includes('('))
  expect(heads).toEqual(
    [dir, join(dir, 'projects', 'acme'), join(dir, 'projects', 'broken')].map((one) =>
      expect.stringContaining(`(${one})`),
    ),
  )
  rmSync(join(dir, 'projects', 'broken', 'store', 'data.sqlite'))
  const { code, out } = await tavlaCheck(dir, '--json')
  expect(code).toBe(2)
  expect(JSON.parse(out).sites.map(({ error }: { error?: string }) => error !== undefined)).toEqual([
    false,
    false,
    true,
  ])
})
