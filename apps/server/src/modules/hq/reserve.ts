import { notPossibleNow } from '@tavla/contract'
import { driverFor, type Hq } from './hq.ts'
import { type Project, projectsOn, readServer, takenPorts } from './rows.ts'
import { serverSpec } from './site-spec.ts'

/** Ports that were given out a moment ago and stand in no record yet. */
const promised = new Set<number>()
const promiseMillis = 5000

/**
 * The port of a project: the one it has, as long as nobody else uses it, else the first that is free (contract 6.2).
 * @throws Problem 409 when the server takes no further project; HostingFault when there is no port
 */
export async function reservePort(hq: Hq, project: Project): Promise<number> {
  const { engine } = hq.site
  const server = await readServer(engine, project.server)
  if (project.port === undefined) {
    const others = (await projectsOn(engine, server.id)).filter(({ id, port }) => id !== project.id && port !== null)
    if (others.length >= server.maxProjects) throw serverFull(server.id)
  }
  const spec = serverSpec(hq.site, server)
  const driver = driverFor(hq, server.driver)
  const taken = new Set([...(await takenPorts(engine, project.id)), ...promised])
  const own = project.port
  const port = own === undefined ? await driver.reserve(spec, taken) : await keepOrReplace(own)
  promised.add(port)
  setTimeout(() => promised.delete(port), promiseMillis).unref()
  return port

  async function keepOrReplace(port: number): Promise<number> {
    taken.delete(port)
    const alone = { ...spec, portRange: { start: port, end: port } }
    return driver.reserve(alone, taken).catch(() => driver.reserve(spec, new Set([...taken, port])))
  }
}

export const serverFull = (server: string) => notPossibleNow({ text: 'The server {0} is full.', args: [server] })
