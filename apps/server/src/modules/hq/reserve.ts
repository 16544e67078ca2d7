import { notPossibleNow, recordNotFound } from '@tavla/contract'
import type { Engine } from '../../entity/index.ts'
import { KeyedLock } from '../../ground/locks.ts'
import { driverFor, type Hq } from './hq.ts'
import { type Project, projectsOn, readServer, type Server, serverIds, takenPorts } from './rows.ts'
import { serverSpec } from './site-spec.ts'

/** Reserves one port at a time. */
const turns = new KeyedLock()
/** Recently reserved ports that no record may hold yet. */
const recentlyReserved = new Set<number>()
const reservationMillis = 5000

/** @throws Problem 409 when the project's server is full (reference: hosting, Provisioning) */
export async function requireRoom({ site }: Hq, project: Project): Promise<void> {
  if (project.port !== undefined) return
  const server = await readServer(site.engine, project.server)
  requireOpen(server)
  const others = (await projectsOn(site.engine, server.id)).filter(({ id, hasPort }) => id !== project.id && hasPort)
  if (others.length >= server.maxProjects) throw serverFull(server.id)
}

/** The server made first of those that take a new project, else the one made first of all. @throws Problem 404 */
export async function serverForNew(engine: Engine): Promise<string> {
  const [first, ...others] = await serverIds(engine)
  if (first === undefined) throw recordNotFound('Server', '')
  for (const id of [first, ...others]) {
    const { isInMaintenance, maxProjects } = await readServer(engine, id)
    if (!isInMaintenance && (await projectsOn(engine, id)).length < maxProjects) return id
  }
  return first
}

/**
 * Reserves a port: the project's own as long as it is free, else the first free one (reference: hosting, Provisioning).
 * @throws HostingFault when there is none
 */
export function reservePort(hq: Hq, server: Server, project: Project, needsOther: boolean): Promise<number> {
  return turns.run('ports', async () => {
    const spec = serverSpec(hq.site, server)
    const driver = driverFor(hq, server.driver)
    const own = project.port
    const taken = new Set([...(await takenPorts(hq.site.engine, project.id)), ...recentlyReserved])
    const anyOther = () => driver.reserve(spec, own === undefined ? taken : new Set([...taken, own]))
    const port =
      own === undefined || needsOther || taken.has(own)
        ? await anyOther()
        : await driver.reserve({ ...spec, portRange: { start: own, end: own } }, new Set()).catch(anyOther)
    if (port !== own) {
      recentlyReserved.add(port)
      setTimeout(() => recentlyReserved.delete(port), reservationMillis).unref()
    }
    return port
  })
}

export const serverFull = (server: string) => notPossibleNow({ text: 'The server {0} is full.', args: [server] })

/** @throws Problem 409 while the server is in maintenance: it takes no new projects, and its projects run on */
export function requireOpen({ id, isInMaintenance }: Server): void {
  if (isInMaintenance) throw notPossibleNow({ text: 'The server {0} is in maintenance.', args: [id] })
}
