import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { EveningFleet } from './evening-fleet.ts'
import { expectThat, until } from './fault.ts'
import type { Row } from './fleet.ts'

const patience = 300_000

/** Calls about a project in production carry these. */
const why = (project: string) => ({ confirm: project, reason: 'The evening that everything went wrong' })

/** Somebody deletes the folder of a project in production, under the feet of its site. */
export async function destroyed(fleet: EveningFleet, project: string): Promise<string> {
  const backup = await fleet.newestProven(project)
  const written = fleet.kept.get(project) ?? []
  const [before, after] = [
    written.filter(({ creation }) => creation < String(backup.taken_at)),
    written.filter(({ creation }) => creation >= String(backup.taken_at)),
  ]
  expectThat(before.length > 0 && after.length > 0, 'Nothing was written before or after the backup.')
  execFileSync('rm', ['-rf', path.join(fleet.dir, 'projects', project)])
  // The process goes on without its files until it is asked for one.
  await fleet.act('Project', project, 'restart_project', why(project))
  const said = await until(
    'HQ does not notice that a folder is gone.',
    async () => {
      const { json } = await fleet.call('GET', '/api/hq/fleet')
      const row = json.projects.find(({ id }: Row) => id === project)
      return row.status === 'Failed' && row
    },
    patience,
  )
  expectThat(said.message === 'The data folder of the project is missing.', `The fleet says ${said.message}`)
  const order = { backup: backup.id, ...why(project) }
  const unforced = await fleet.act('Project', project, 'restore_project', order)
  const sentence = `No safety copy can be made: the data of ${project} cannot be read.`
  expectThat(unforced.json?.message === sentence, `Without force it said: ${unforced.json?.message}`)
  const begun = await fleet.act('Project', project, 'restore_project', { ...order, force: 1 })
  expectThat(begun.status === 200, `The restore was refused: ${begun.json?.message}`)
  await until(
    'The restore does not end.',
    async () => (await fleet.read('Project', project))?.under_way !== 'Restore',
    patience,
  )
  await fleet.untilRunning(project)
  fleet.kept.set(project, before)
  await fleet.expectKept(project)
  return `${project}: ${before.length} records back, the ${after.length} after ${String(backup.taken_at).slice(0, 16)} gone as told`
}

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A task with rows and a file, which is lost later. */
export async function makeTask(fleet: EveningFleet, project: string): Promise<Row> {
  const body = { subject: 'Of Tuesday', points: 3, checklist: [{ title: 'one' }, { title: 'two' }] }
  const { json } = await fleet.atSite(project, 'POST', '/api/entity/Task', body)
  expectThat(json?.entity, `The task was refused: ${json?.message}`)
  const form = new FormData()
  for (const [key, value] of Object.entries({ entity: 'Task', id: json.entity.id, is_private: '1' })) {
    form.append(key, value)
  }
  form.append('file', new Blob([photo]), 'plan.png')
  const { status } = await fleet.atSite(project, 'POST', '/api/files', form)
  expectThat(status === 200, 'The file was refused.')
  return json.entity
}

/** A record is deleted, and the trash emptied; it is missed on the next day. */
export async function lostOnTuesday(fleet: EveningFleet, project: string, task: Row): Promise<string> {
  await fleet.atSite(project, 'DELETE', `/api/entity/Task/${task.id}`)
  await fleet.atSite(project, 'POST', '/api/app/empty_trash', { entity: null })
  expectThat((await fleet.atSite(project, 'GET', `/api/entity/Task/${task.id}`)).status === 404, 'It is still there.')
  const backup = String((await fleet.newestProven(project)).id)
  await until(
    'The backup does not open.',
    async () => (await fleet.act('Backup', backup, 'open_backup')).json?.data?.status === 'Open',
    patience,
  )
  const about = { entity: 'Task', ids: [task.id] }
  const compared = async () => {
    const { json } = await fleet.act('Backup', backup, 'compare_backup_records', about)
    return json.data.records.map(({ state }: { state: string }) => state).join()
  }
  expectThat((await compared()) === 'Missing', `The lost record is ${await compared()}.`)
  const { json } = await fleet.act('Project', project, 'restore_records', { backup, ...about })
  expectThat(json?.data?.restored === 1, `It did not come back: ${JSON.stringify(json?.data ?? json?.message)}`)
  expectThat((await compared()) === 'Same', `The record that came back is ${await compared()}.`)
  await fleet.act('Backup', backup, 'close_backup')
  const back = (await fleet.atSite(project, 'GET', `/api/entity/Task/${task.id}`)).json.entity
  const rows = back.checklist.map(({ title }: { title: string }) => title).join()
  expectThat(rows === 'one,two' && back.creation === task.creation, `It came back as ${JSON.stringify(back)}`)
  const filters = encodeURIComponent(JSON.stringify({ attached_to_id: task.id }))
  const files = await fleet.atSite(project, 'GET', `/api/entity/File?filters=${filters}&fields=["file_url"]`)
  const { bytes } = await fleet.atSite(project, 'GET', files.json.data[0].file_url)
  expectThat(bytes.equals(photo), 'Its file came back with other bytes.')
  await fleet.expectKept(project)
  return `${project}: one task back with its rows, file and dates, nothing else touched`
}

const field = (name: string) => ({ id: `lead-${name}`, fieldname: name, label: name, fieldtype: 'Data' })
const lead = (...names: string[]) => ({
  ...{ module: 'Sales', type: 'Document', naming_rule: 'Hash', track_changes: 1 },
  permissions: [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }],
  fields: names.map(field),
})

async function put(fleet: EveningFleet, site: string, change: object): Promise<void> {
  const items = [{ key: 'Entity/Lead', ...change }]
  const answer = await fleet.askSite(site, { do: 'put', site, items, dry_run: 0, confirm_data_loss: 1 })
  const { refused } = answer as { refused?: object }
  expectThat(!refused, `${site} refused a definition: ${JSON.stringify(refused)}`)
}

/** An entity of the shop's own, with records that the bad promotion will strip of a field. */
export async function makeLeads(fleet: EveningFleet, project: string, count: number): Promise<void> {
  await put(fleet, project, { change: 'add', before: null, after: lead('name', 'size') })
  for (let n = 1; n <= count; n++) {
    const { json } = await fleet.atSite(project, 'POST', '/api/entity/Lead', { name: `Lead ${n}`, size: `Size ${n}` })
    expectThat(json?.entity, `A lead was refused: ${json?.message}`)
  }
}

/** A field is removed on the clone, promoted with its loss confirmed, and taken back after new records were made. */
export async function badPromotion(fleet: EveningFleet, { trial, target }: Record<'trial' | 'target', string>) {
  const items = (await fleet.askSite(trial, { do: 'export' })) as { items: { kind: string; id: string; value: Row }[] }
  const before = items.items.find(({ kind, id }) => kind === 'Entity' && id === 'Lead')?.value
  await put(fleet, trial, { change: 'change', before, after: { ...before, fields: lead('name').fields } })
  const planned = await fleet.act('Project', trial, 'plan_promotion', { target })
  expectThat(planned.status === 200, `The plan was refused: ${planned.json?.message}`)
  const id = String(planned.json.data.promotion)
  const item = (await fleet.call('GET', `/api/entity/Promotion/${id}`)).json.entity.items[0]
  expectThat(item?.key === 'Entity/Lead' && item.risk === 'Loss', `It plans ${item?.key} as ${item?.risk}.`)
  const act = async (action: string, data: object = {}) => {
    const { status, json } = await fleet.act('Promotion', id, action, { ...why(target), ...data })
    expectThat(status === 200, `${action} was refused: ${json?.message}`)
    return json.data
  }
  await act('pick', { keys: ['Entity/Lead'] })
  await act('rehearse')
  await fleet.untilState('Promotion', id, 'Rehearsed')
  await fleet.untilRunning(target)
  const { rehearsal } = (await fleet.call('GET', `/api/entity/Promotion/${id}`)).json.entity
  const told = rehearsal.lost[0]?.records
  const unasked = await fleet.act('Promotion', id, 'apply', why(target))
  expectThat(unasked.json?.exc_type === 'DataLossError', 'A loss was applied unasked.')
  await act('apply', { confirm_data_loss: 1 })
  await fleet.untilState('Promotion', id, 'Applied')
  await fleet.untilRunning(target)
  const leads = async (): Promise<Row[]> =>
    (await fleet.atSite(target, 'GET', '/api/entity/Lead?fields=["*"]&limit_page_length=100')).json.data
  const stripped = await leads()
  expectThat(
    stripped.every(({ size }) => size === undefined),
    'The field is still there.',
  )
  expectThat(told === stripped.length, `The rehearsal told of ${told} records, and ${stripped.length} lost a value.`)
  for (const name of ['New 1', 'New 2']) await fleet.atSite(target, 'POST', '/api/entity/Lead', { name })
  await act('roll_back', { dry_run: 1 })
  expectThat((await act('roll_back')).status === 'Rolled Back', 'It is not rolled back.')
  const back = await leads()
  const sizes = back.filter(({ name, size }) => size === String(name).replace('Lead', 'Size')).length
  const news = back.filter(({ name }) => String(name).startsWith('New')).length
  expectThat(sizes === told && news === 2, `${sizes} values came back, and ${news} new records stayed.`)
  await fleet.expectKept(target)
  return `${target}: ${told} values told lost and back after the roll back, 2 new records kept`
}

/** The disk of a server fills up, with the data and the backups of a project on it. */
export async function fullDisk(
  fleet: EveningFleet,
  {
    project,
    disk,
    successor,
    mailed,
  }: Record<'project' | 'disk' | 'successor', string> & { mailed: () => Promise<unknown> },
): Promise<string> {
  const proven = await fleet.newestProven(project)
  const ballast = path.join(disk, 'of-somebody-else')
  fillUp(ballast)
  const refused = await fleet.writeUntilRefused(project, 'While it filled up')
  expectThat([503, 507].includes(refused.status), `A write on a full disk was answered ${refused.status}.`)
  const failed = await fleet.take(project)
  const room = String(failed.error)
  expectThat(failed.status === 'Failed' && /^There is not enough disk space:/.test(room), `It said: ${room}`)
  const still = (await fleet.read('Backup', String(proven.id)))?.status
  expectThat(still === 'Proven', `The backup that was proven is ${still}.`)
  // The console takes the next backup elsewhere, and makes the project anew where there is room.
  await fleet.call('PUT', `/api/entity/Project/${project}`, { backup_plan: 'Daily' })
  const elsewhere = await fleet.take(project)
  expectThat(elsewhere.status === 'Proven', `Elsewhere it is ${elsewhere.status}: ${elsewhere.error}`)
  await fleet.act('Project', project, 'stop_project')
  await fleet.untilState('Project', project, 'Stopped')
  const removed = await fleet.call('DELETE', `/api/entity/Project/${project}`)
  expectThat(removed.status === 200, `Deleting was refused: ${removed.json?.message}`)
  await until('It is not deleted.', async () => !(await fleet.read('Project', project)), patience)
  const wish = { id: successor, project_name: successor, environment: 'Development' }
  const [newest] = await fleet.list('Backup', { project_id: project, status: ['in', ['Stored', 'Proven']] })
  const made = await fleet.act('Backup', String(newest?.id), 'restore_as_new', wish)
  expectThat(made.status === 200, `It was refused: ${made.json?.message}`)
  await fleet.untilRunning(successor)
  fleet.kept.set(successor, fleet.kept.get(project) ?? [])
  fleet.kept.delete(project)
  await fleet.expectKept(successor)
  // A quick machine is here before HQ has looked twice.
  await mailed()
  rmSync(ballast)
  return `${project}: writes refused (“${refused.json?.message}”), ${fleet.kept.get(successor)?.length} acknowledged records back as ${successor}, none lost`
}

/** Leaves less room than a page of a database. */
function fillUp(file: string): void {
  for (const size of [1_048_576, 4096]) {
    const bytes = Buffer.alloc(size, 1)
    try {
      for (;;) writeFileSync(file, bytes, { flag: 'a' })
    } catch {
      // So much is not free any more.
    }
  }
}
