import { notPossibleNow } from '@tavla/contract'
import { KeyedLock } from '../../ground/locks.ts'
import { driverFor, type Hq } from './hq.ts'
import { type Project, projectsOn, readServer, type Server, takenPorts } from './rows.ts'
import { serverSpec } from './site-spec.ts'

/** One port is given out at a time. */
const turns = new KeyedLock()
/** Ports that were given out a moment ago and may stand in no record yet. */
const promised = new Set<number>()
const promiseMillis = 5000

/** @throws Problem 409 when the project's server takes no further one (reference: hosting, Provisioning) */
export async function requireRoom({ site }: Hq, project: Project): Promise<void> {
  if (project.port !== undefined) return
  const server = await readServer(site.engine, project.server)
  requireOpen(server)
  const others = (await projectsOn(site.engine, server.id)).filter(({ id, hasPort }) => id !== project.id && hasPort)
  if (others.length >= server.maxProjects) throw serverFull(server.id)
}

/**
 * The port of a project: the one it has, as long as nobody else uses it, else the first that is free
 * (reference: hosting, Provisioning).
 * @throws HostingFault when there is none
 */
export function reservePort(hq: Hq, server: Server, project: Project, needsOther: boolean): Promise<number> {
  return turns.run('ports', async () => {
    const spec = serverSpec(hq.site, server)
    const driver = driverFor(hq, server.driver)
    const own = project.port
    const taken = new Set([...(await takenPorts(hq.site.engine, project.id)), ...promised])
    const anyOther = () => driver.reserve(spec, own === undefined ? taken : new Set([...taken, own]))
    const port =
      own === undefined || needsOther || taken.has(own)
        ? await anyOther()
        : await driver.reserve({ ...spec, portRange: { start: own, end: own } }, new Set()).catch(anyOther)
    if (port !== own) {
      promised.add(port)
      setTimeout(() => promised.delete(port), promiseMillis).unref()
    }
    return port
  })
}

export const serverFull = (server: string) => notPossibleNow({ text: 'The server {0} is full.', args: [server] })

/** @throws Problem 409 while the server is in maintenance: it takes no further project, and those on it run on */
export function requireOpen({ id, isInMaintenance }: Server): void {
  if (isInMaintenance) throw notPossibleNow({ text: 'The server {0} is in maintenance.', args: [id] })
}
