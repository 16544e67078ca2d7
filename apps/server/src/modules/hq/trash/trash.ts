import { type EntityRecord, isProjectId, notFound, notPossibleNow, textOf } from '@tavla/contract'
import { type Context, createIn, getRecord, invalidId, updateIn } from '../../../entity/index.ts'
import { HostingFault, type ProjectTrash, type TrashedSite } from '../../../hosting/driver.ts'
import { wallTime } from '../actions/project.ts'
import { linkBackups } from '../backups/notes.ts'
import { subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import { readServer, type Server, serverIds, takenPorts } from '../rows.ts'
import { serverSpec, sitePlace } from '../site-spec.ts'
import { noteEvent, systemFor } from '../transitions.ts'
import { type KeptRecord, openRecord } from './kept-record.ts'

/** A deleted project, with where its data are. */
interface Deleted {
  server: Server
  trash: ProjectTrash
  found: TrashedSite
  record: KeptRecord | undefined
}

/** An item of `GET /api/hq/trash`. */
export interface TrashItem {
  name: string
  id: string
  project_name: string
  /** Wall clock. */
  removed_at: string
  until: string
  bytes: number
}

/** The deleted projects of all servers, newest first. */
export async function listDeleted(hq: Hq): Promise<TrashItem[]> {
  const deleted = await deletedProjects(hq)
  return deleted
    .toSorted((one, other) => other.found.removedAt - one.found.removedAt)
    .map(({ found, record }) => ({
      name: found.name,
      id: found.id,
      project_name: textOf(record?.values.project_name) || found.id,
      removed_at: wallTime(hq, found.removedAt),
      until: wallTime(hq, found.until),
      bytes: found.bytes,
    }))
}

/**
 * Gives a deleted project its record and its data back, stopped, under its own id or another one.
 * @throws Problem 404, 409, 417
 */
export async function bringBack(hq: Hq, ctx: Context, name: unknown, wanted: unknown): Promise<EntityRecord> {
  const { engine } = hq.site
  const deleted = (await deletedProjects(hq)).find(({ found }) => found.name === name)
  if (!deleted) throw notFound({ text: 'This project is not in the trash any more.' })
  const { found, server, trash, record } = deleted
  const id = typeof wanted === 'string' && wanted.trim() !== '' ? wanted.trim() : found.id
  if (!isProjectId(id)) throw invalidId(id)
  if (!record)
    throw notPossibleNow({ text: 'The record of this project is not kept. Its data are in {0}.', args: [found.name] })
  if (trash.keepsIds && id !== found.id)
    throw notPossibleNow({ text: 'In a cluster a project comes back under its own id alone.' })
  // Sites in a cluster listen on the same port, each in a pod of its own.
  const taken = server.cluster ? new Set<number>() : await takenPorts(engine)
  const port = Number(record.values.port) || 0
  await engine.store.write(async (tx) => {
    const system = systemFor(ctx)
    const { port: _port, started_at, version, ...values } = record.values
    await createIn(engine, system, tx, 'Project', { ...values, server: server.id, id, auto_provision: 0 })
    await updateIn(engine, system, tx, 'Project', id, {
      ...record.secrets,
      status: 'Stopped',
      desired_state: 'Stopped',
      driver: server.driver,
      port: taken.has(port) ? 0 : port,
      started_at,
      version,
    })
    await noteEvent(hq, ctx, tx, {
      project: id,
      event: 'restore',
      from: 'Created',
      to: 'Stopped',
      message: { text: 'The project was brought back from the trash.' },
    })
    // Last, since a rename is not taken back with the transaction.
    const place = sitePlace(hq.site, server, { id, instanceSecret: record.secrets.instance_secret })
    await trash.bringBack(place, found.name).catch((error: unknown) => {
      throw error instanceof HostingFault ? notPossibleNow(error.detail) : error
    })
  })
  const { uid } = await subjectOf(engine, id)
  await linkBackups(engine, id, uid)
  return getRecord(engine, ctx, 'Project', id)
}

async function deletedProjects({ site, drivers }: Hq): Promise<Deleted[]> {
  const all: Deleted[] = []
  const seen = new Set<string>()
  for (const id of await serverIds(site.engine)) {
    const server = await readServer(site.engine, id)
    const { trash } = drivers.get(server.driver) ?? {}
    const spec = serverSpec(site, server)
    const { cluster, dataRoot } = spec
    const place = cluster ? [cluster.apiServer, cluster.kubeconfig, cluster.namespacePrefix].join('\n') : dataRoot
    // Two servers may share a folder, or a cluster.
    if (!trash || seen.has(place)) continue
    seen.add(place)
    const left = await trash.list(spec).catch((error: unknown) => {
      if (!(error instanceof HostingFault)) throw error
      // A cluster that cannot be reached must not hide what the others have.
      site.logs.error.error({ err: error, server: id }, 'trash')
      return []
    })
    for (const found of left) {
      all.push({ server, trash, found, record: openRecord(site.engine, found.id, found.record) })
    }
  }
  return all
}
