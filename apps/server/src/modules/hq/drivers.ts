import type { HostingDriver } from '../../hosting/driver.ts'
import { KubernetesDriver } from '../../hosting/kubernetes.ts'
import { LocalDriver } from '../../hosting/local.ts'
import { siteDatabases } from '../../store/site-databases.ts'

/** The drivers by the names that a Server record chooses from; the definition of Server offers the same (reference: hosting, Driver). */
export const makeDrivers = (): ReadonlyMap<string, HostingDriver> =>
  new Map<string, HostingDriver>([
    ['Local', new LocalDriver(siteDatabases)],
    ['Kubernetes', new KubernetesDriver(siteDatabases)],
  ])
