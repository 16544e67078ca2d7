import {
  type ClusterSpec,
  type HostingDriver,
  HostingFault,
  type ProjectTrash,
  type Replacement,
  type ServerSpec,
  type SitePlace,
  type SiteSpec,
} from './driver.ts'
import { endedEarly } from './faults.ts'
import { claimData, leaveData, listLeft, ownNamespace, purgeData, takeBack } from './kubernetes/claims.ts'
import { ClusterApi } from './kubernetes/cluster-api.ts'
import { checkCluster } from './kubernetes/cluster-check.ts'
import { clusterCopies } from './kubernetes/cluster-copies.ts'
import { clusterLogs } from './kubernetes/cluster-logs.ts'
import { clusterReplacement, forgetPlaced } from './kubernetes/cluster-replacement.ts'
import type { ClusterSite } from './kubernetes/cluster-site.ts'
import { clusterOf, marks, namespaceOf, paths, podPort } from './kubernetes/names.ts'
import { isClosed, networkPolicyObject } from './kubernetes/network-policy.ts'
import {
  configMark,
  deploymentObject,
  ingressObject,
  secretObject,
  serviceObject,
  siteProgram,
} from './kubernetes/objects.ts'
import { type Deployment, hasEnded } from './kubernetes/pods.ts'
import { findServingSite, podsOf, waitUntilGone, waitUntilServing } from './kubernetes/rollout.ts'
import { SiteCalls } from './kubernetes/site-calls.ts'
import { noDatabases, type SiteDatabases } from './own-database.ts'
import { keepDatabases, leaveDatabase, purgeTrash } from './trash.ts'

/**
 * Gives each project a namespace in an existing cluster. All names follow from the project's id, so that every step can
 * be repeated (reference: hosting, Kubernetes driver).
 */
export class KubernetesDriver implements HostingDriver {
  readonly outlivesHq = true
  /** Keyed by the API address and the kubeconfig of the Server record. */
  readonly #apis = new Map<string, Promise<ClusterApi>>()
  /** Watched sites, by server and namespace. */
  readonly #sites = new Map<string, ClusterSite>()
  readonly #closing = new AbortController()
  readonly #databases: SiteDatabases

  constructor(databases: SiteDatabases = noDatabases) {
    this.#databases = databases
    this.replacement = clusterReplacement({
      apiOf: ({ server }) => this.#api(server),
      removeObjects,
      closing: this.#closing.signal,
      databases,
    })
  }

  /** Pods have addresses of their own, so that all sites listen on the same port. */
  reserve: HostingDriver['reserve'] = async (server) => {
    requireWhole(clusterOf(server))
    const api = await this.#api(server)
    await api.get(paths.version)
    return podPort
  }

  prepare: HostingDriver['prepare'] = async (site, isNew) => {
    const api = await this.#api(site.server)
    const namespace = namespaceOf(site)
    const claim = await claimData(api, site, isNew)
    await api.apply(paths.secret(namespace), secretObject(site))
    await api.apply(paths.service(namespace), serviceObject(site))
    await api.apply(paths.ingress(namespace), ingressObject(site))
    const policy = paths.networkPolicy(namespace)
    if (isClosed(site)) await api.apply(policy, networkPolicyObject(site))
    else await api.remove(policy)
    await api.apply(paths.deployment(namespace), deploymentObject(site, claim, siteProgram(site)))
  }

  start: HostingDriver['start'] = async (site, report) => {
    const api = await this.#api(site.server)
    const namespace = namespaceOf(site)
    // The cluster delays its restarts of a pod that ends ever longer; the user who starts the site wants it now.
    for (const pod of (await podsOf(api, site)).filter(hasEnded)) {
      await api.remove(paths.pod(namespace, pod.metadata.name))
    }
    await api.merge(paths.scale(namespace), { spec: { replicas: 1 } })
    forgetPlaced(site)
    await report({ text: 'The site is starting.' })
    return this.#served(api, site)
  }

  restart: NonNullable<HostingDriver['restart']> = async (site, report) => {
    const api = await this.#api(site.server)
    const annotations = { [marks.restarted]: new Date().toISOString() }
    await api.merge(paths.deployment(namespaceOf(site)), {
      spec: { replicas: 1, template: { metadata: { annotations } } },
    })
    await report({ text: 'The site is starting.' })
    return this.#served(api, site)
  }

  /** Reports every fault as `away`: the site runs on without HQ, so a failed call says nothing about it. */
  adopt: HostingDriver['adopt'] = async (site) => {
    try {
      const api = await this.#api(site.server)
      const namespace = await ownNamespace(api, site)
      const deployment = namespace && (await api.get<Deployment>(paths.deployment(namespace)))
      if (!deployment || deployment.spec.replicas === 0) return undefined
      if (deployment.spec.template.metadata?.annotations?.[marks.config] !== configMark(site)) return undefined
      const found = await findServingSite(api, site, await podsOf(api, site))
      return found && this.#keep(site, found)
    } catch (error) {
      throw error instanceof HostingFault ? new HostingFault(error.detail, 'away', error) : error
    }
  }

  stop: HostingDriver['stop'] = async (site, grace) => {
    const api = await this.#api(site.server)
    const namespace = await ownNamespace(api, site)
    if (namespace !== undefined) {
      await api.merge(paths.scale(namespace), { spec: { replicas: 0 } })
      await waitUntilGone(api, site, grace)
    }
    this.#sites.get(keyOf(site))?.end()
    this.#sites.delete(keyOf(site))
  }

  /** Deletes everything but the claim, and marks the claim to be deleted after seven days. */
  remove: HostingDriver['remove'] = async (site, { record, database }) => {
    const api = await this.#api(site.server)
    const namespace = await ownNamespace(api, site)
    if (namespace === undefined) return
    await removeObjects(api, site)
    if (database !== undefined) await leaveDatabase(site, database)
    await leaveData(api, site, record)
  }

  readonly copies = clusterCopies(({ server }) => this.#api(server), this.#closing.signal)

  readonly replacement: Replacement

  readonly trash: ProjectTrash = {
    keepsIds: true,
    list: async (server) => listLeft(await this.#api(server), server),
    bringBack: async (site, name) => {
      // First: it must not be dropped under a project that is back.
      await keepDatabases(site)
      await takeBack(await this.#api(site.server), site, name)
    },
  }

  purge: HostingDriver['purge'] = async (server) => {
    await purgeTrash(server.dataRoot, this.#databases)
    await purgeData(await this.#api(server), server)
  }

  logs: HostingDriver['logs'] = (site) =>
    clusterLogs(async () => {
      const api = await this.#api(site.server)
      return { api, calls: new SiteCalls(api, site) }
    }, site)

  disk: HostingDriver['disk'] = async (site) => {
    // Only the site itself knows, so this answers for watched sites alone.
    const info = await this.#sites
      .get(keyOf(site))
      ?.info()
      .catch(() => undefined)
    return info?.disk
  }

  check: HostingDriver['check'] = async (server) => {
    requireWhole(clusterOf(server))
    await checkCluster(await this.#api(server))
  }

  close(): void {
    this.#closing.abort()
  }

  async #served(api: ClusterApi, site: SiteSpec): Promise<ClusterSite> {
    try {
      return this.#keep(site, await waitUntilServing(api, site, this.#closing.signal))
    } catch (error) {
      throw this.#closing.signal.aborted ? endedEarly('') : error
    }
  }

  #keep(site: SitePlace, found: ClusterSite): ClusterSite {
    this.#sites.set(keyOf(site), found)
    return found
  }

  #api(server: ServerSpec): Promise<ClusterApi> {
    const cluster = clusterOf(server)
    const key = JSON.stringify([cluster.apiServer, cluster.kubeconfig])
    const known = this.#apis.get(key)
    if (known) return known
    const opening = ClusterApi.open(cluster, this.#closing.signal)
    this.#apis.set(key, opening)
    // Forget a kubeconfig that can't be used, so that the next call reads it again.
    opening.catch(() => this.#apis.delete(key))
    return opening
  }
}

/** @throws HostingFault when a field that has no default is empty */
function requireWhole({ kubeconfig, image, ingressDomain, ingressAddresses }: ClusterSpec): void {
  if (kubeconfig === '') throw new HostingFault({ text: 'The server has no kubeconfig.' })
  if (image === '') throw new HostingFault({ text: 'The server names no image.' })
  if (ingressDomain === '') throw new HostingFault({ text: 'The server names no ingress domain.' })
  if (ingressAddresses.length === 0)
    throw new HostingFault({
      text: 'The server names no ingress addresses. Until it does, its sites take all guests for one.',
    })
}

/** All of a project but its data. */
async function removeObjects(api: ClusterApi, site: SitePlace): Promise<void> {
  const all = [paths.ingress, paths.service, paths.deployment, paths.secret, paths.networkPolicy]
  for (const path of all) await api.remove(path(namespaceOf(site)))
}

const keyOf = (site: SitePlace) => `${site.server.id} ${namespaceOf(site)}`
