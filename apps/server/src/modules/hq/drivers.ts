import type { HostingDriver } from '../../hosting/driver.ts'
import { KubernetesDriver } from '../../hosting/kubernetes.ts'
import { LocalDriver } from '../../hosting/local.ts'
import type { SiteDatabases } from '../../hosting/own-database.ts'

/** The drivers by the names that a Server record chooses from; the definition of Server offers the same (reference: hosting, Driver). */
export const makeDrivers = (): ReadonlyMap<string, HostingDriver> =>
  new Map<string, HostingDriver>([
    ['Local', new LocalDriver(databases)],
    ['Kubernetes', new KubernetesDriver()],
  ])

const databases: SiteDatabases = {
  async drop(address, how) {
    // Imported only when used: the driver costs memory and start time.
    const { dropDatabase } = await import('../../store/postgres-dump.ts')
    await dropDatabase(address, how)
  },
}
