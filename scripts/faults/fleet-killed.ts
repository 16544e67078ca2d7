import path from 'node:path'
import { expectThat, type Fault, until } from './fault.ts'
import { Fleet, type Row } from './fleet.ts'
import { newestProven, works } from './fleet-works.ts'
import { temporaryFolder } from './site-process.ts'

const patience = 120_000
/** Work that its record must tell the end of. */
const told = ['Restore', 'Clone', 'Promotion']

/** SIGKILL of HQ, of a site, or of both at any moment of backups, proofs, restores, clones, promotions and pruning. */
export const fleetKilled: Fault = {
  name: 'fleet killed in its work',
  async run(rounds) {
    const fleet = new Fleet(path.join(temporaryFolder(), 'hq'))
    const cut = new Map<string, number>()
    try {
      await setUp(fleet)
      for (let round = 0; round < rounds; round++) {
        const work = works[round % works.length]
        if (!work) break
        const victim = ['HQ', 'the site', 'both'][Math.floor(Math.random() * 3)] as string
        const known = new Set((await fleet.list('Project Event')).map(({ id }) => id))
        await work.begin(fleet, round)
        const after = Math.floor(Math.random() * work.within)
        await new Promise((resolve) => setTimeout(resolve, after))
        const left = await kill(fleet, victim)
        const moment = `round ${round}, ${work.name}, ${victim} killed after ${after} ms`
        const open = left.map(({ c_under_way }) => String(c_under_way))
        for (const kind of open) cut.set(kind, (cut.get(kind) ?? 0) + 1)
        console.log(`  ${moment}${open.length > 0 ? ` while ${open.join(', ')} was under way` : ''}`)
        await expectWhole(fleet, moment)
        await expectTold(fleet, left, known, moment)
        await expectAllOrNothing(fleet, round, work.name, moment)
      }
      await expectRestorable(fleet)
    } finally {
      await fleet.end()
    }
    const counts = [...cut].map(([kind, count]) => `${count} × ${kind}`).join(', ')
    return `${rounds} kills, among them in the middle of ${counts || 'nothing'}; nothing half, all told, restored at the end`
  },
}

async function setUp(fleet: Fleet): Promise<void> {
  await fleet.start()
  const first = 20_000 + Math.floor(Math.random() * 200) * 50
  await fleet.call('PUT', '/api/entity/Server/main', { port_range_start: first, port_range_end: first + 99 })
  for (const id of ['acme', 'trial']) {
    const made = await fleet.call('POST', '/api/entity/Project', { id, project_name: id, server: 'main' })
    expectThat(made.status === 200, `A project was refused: ${made.json?.message}`)
    await until(`${id} does not run.`, async () => (await fleet.read('Project', id))?.status === 'Running', patience)
  }
  await fleet.act('Project', 'acme', 'take_backup')
  await until('The first backup is not proven.', async () => (await provenOf(fleet)).length > 0, patience)
}

const provenOf = (fleet: Fleet) => fleet.list('Backup', { project: 'acme', status: 'Proven' })

/** Kills, and tells what was under way in HQ's records just then. */
async function kill(fleet: Fleet, victim: string): Promise<Row[]> {
  const pid = fleet.pidOf('acme')
  if (victim !== 'HQ') fleet.killSite('acme')
  if (victim === 'the site') {
    const isBack = async () => {
      if (![undefined, pid].includes(fleet.pidOf('acme'))) return true
      await startAsOperator(fleet)
      return false
    }
    await until('', isBack, patience).catch(async () => {
      const { status, under_way, last_error } = (await fleet.read('Project', 'acme')) ?? {}
      throw new Error(`The site is not started again: ${JSON.stringify([status, under_way, last_error])}`)
    })
    return []
  }
  await fleet.killHq()
  const left = fleet.rows('select id, c_under_way from e_project where c_under_way is not null')
  await fleet.start()
  return left
}

/** HQ leaves a site that ended too often within its window of restarts to its operator. */
async function startAsOperator(fleet: Fleet): Promise<void> {
  const project = await fleet.read('Project', 'acme')
  if (project?.status !== 'Failed' || !String(project.last_error).includes('This happened again and again.')) return
  await fleet.act('Project', 'acme', 'start_project')
}

/** Waits until all is quiet, and looks at everything that a kill could have left. */
async function expectWhole(fleet: Fleet, moment: string): Promise<void> {
  let noisy = ''
  const isQuiet = async () => {
    const projects = await fleet.list('Project')
    const busy = projects.filter(({ status, under_way }) => status !== 'Running' || under_way != null)
    const backups = (await fleet.list('Backup')).filter(({ status }) => status === 'Under Way' || status === 'Proving')
    noisy = JSON.stringify([
      busy.map(({ id, status, under_way, last_error }) => [id, status, under_way, last_error]),
      backups.map(({ id, status, type }) => [id, status, type]),
    ])
    return projects.length >= 2 && busy.length + backups.length === 0
  }
  await until('', isQuiet, patience).catch(() => {
    throw new Error(`It does not come to rest (${moment}): ${noisy}`)
  })
  const ids = (await fleet.list('Project')).map(({ id }) => String(id))
  expectThat(
    ids.toSorted().join() === fleet.folders().toSorted().join(),
    `Folders are ${fleet.folders().join()} (${moment}).`,
  )
  expectThat(fleet.left('projects', '.restoring').length === 0, `A project lies between two folders (${moment}).`)
  const left = () => fleet.left('work')
  await until('', () => left().length === 0).catch(() => {
    const within = left().map((name) => `${name} (${fleet.left('work', name).join()})`)
    throw new Error(`Work is left over (${moment}): ${within.join()}`)
  })
  const manifests = fleet.left('backups', 'backups').flatMap((uid) => fleet.left('backups', 'backups', uid))
  for (const { id, status } of await fleet.list('Backup')) {
    const counts = status === 'Stored' || status === 'Proven'
    const isThere = manifests.some((name) => name.endsWith(`-${String(id)}`))
    expectThat(!counts || isThere, `The backup ${String(id)} is ${String(status)} without a manifest (${moment}).`)
    expectThat(status !== 'Failed' || !isThere, `The backup ${String(id)} failed and has a manifest (${moment}).`)
  }
  await until('', async () => (await provenOf(fleet)).length > 0).catch(async () => {
    const rows = (await fleet.list('Backup')).map(({ id, type, status, error }) => [id, type, status, error])
    throw new Error(`No backup is proven any more (${moment}): ${JSON.stringify(rows)}`)
  })
  // Clones are no longer needed, and a fleet of fifty would be slow.
  for (const id of ids.filter((one) => one.startsWith('clone-'))) {
    let said = ''
    const isGone = async () => {
      const project = await fleet.read('Project', id)
      if (project === undefined) return true
      if (project.status === 'Running') await fleet.act('Project', id, 'stop_project')
      said = String((await fleet.call('DELETE', `/api/entity/Project/${id}`, { force: 1 })).json?.message)
      return false
    }
    await until('', isGone, patience).catch(() => {
      throw new Error(`${id} is not deleted (${moment}): ${said}`)
    })
  }
}

/** The record says what became of work that HQ was killed in; `known` are the events before it. */
async function expectTold(
  fleet: Fleet,
  left: readonly Row[],
  known: ReadonlySet<unknown>,
  moment: string,
): Promise<void> {
  for (const { id, c_under_way: kind } of left) {
    const project = String(id)
    if (!told.includes(String(kind)) || (await fleet.read('Project', project)) === undefined) continue
    const events = (await fleet.list('Project Event', { project })).filter((event) => !known.has(event.id))
    const isTold = events.some(({ message }) => /HQ ended|interrupted/.test(String(message)))
    expectThat(isTold, `Nothing says what became of ${String(kind)} of ${project} (${moment}).`)
  }
}

interface Exported {
  items: { kind: string; id: string }[]
}

/** A promotion's record agrees with what its target has. */
async function expectAllOrNothing(fleet: Fleet, round: number, work: string, moment: string): Promise<void> {
  if (work !== 'promotion' && work !== 'roll back') return
  // HQ may notice a moment later that the site was killed.
  const ask = () => fleet.askSite('acme', { do: 'export' }).catch(() => undefined)
  const { items } = (await until(`acme does not answer (${moment}).`, ask, patience)) as Exported
  const has = items.some(({ kind, id }) => kind === 'Canned Text' && id === `text-${round}`)
  const [newest] = await fleet.list('Promotion', { target: 'acme' })
  const status = String(newest?.status)
  const found = has ? 'has its item' : 'lacks its item'
  expectThat(has === (status === 'Applied'), `A promotion is ${status}, and its target ${found} (${moment}).`)
}

async function expectRestorable(fleet: Fleet): Promise<void> {
  const backup = await newestProven(fleet)
  const { status, json } = await fleet.act('Project', 'acme', 'restore_project', { backup })
  expectThat(status === 200, `The last proven backup is not restored: ${json?.message}`)
  const isDone = async () =>
    (await fleet.list('Project Event', { project: 'acme', event: 'restore' })).some(({ message }) =>
      String(message).includes('is restored from backup'),
    )
  await until('The last proven backup is not restored.', isDone, patience)
  await expectWhole(fleet, 'at the end')
}
