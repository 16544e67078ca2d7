import type { ServerSpec, SitePlace, TrashedSite } from '../driver.ts'
import { folderMissing } from '../faults.ts'
import { retentionMillis } from '../purge-folder.ts'
import type { ClusterApi } from './cluster-api.ts'
import { foreignNamespace, namespaceGoing } from './cluster-faults.ts'
import { clusterOf, fieldManager, labelsOf, marks, namespaceOf, paths, selectorOf } from './names.ts'
import { claimObject, namespaceObject } from './objects.ts'
import { readQuantity } from './quantities.ts'

interface Named {
  metadata: {
    name: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
    deletionTimestamp?: string
    namespace?: string
  }
  /** Of a claim. */
  spec?: { resources?: { requests?: { storage?: string } } }
}

/** Kubernetes takes 256 KiB of annotations for each object. */
const maxRecordLength = 200_000

/** Name of the project's namespace; undefined when it doesn't exist or belongs to someone else. @throws HostingFault */
export async function ownNamespace(api: ClusterApi, site: SitePlace): Promise<string | undefined> {
  const found = await api.get<Named>(paths.namespace(namespaceOf(site)))
  return found && isOwn(found, site) ? found.metadata.name : undefined
}

/**
 * Makes the project's namespace and the claim that holds its data, or takes the existing ones; resolves to the claim's
 * name. Unless `isNew`, the claim must exist; one that is made gets `annotations`. A new project never gets the data of a
 * deleted one.
 * @throws HostingFault
 */
export async function claimData(
  api: ClusterApi,
  site: SitePlace,
  isNew: boolean,
  annotations?: Readonly<Record<string, string>>,
): Promise<string> {
  const namespace = namespaceOf(site)
  const found = await api.get<Named>(paths.namespace(namespace))
  if (found && !isOwn(found, site)) throw foreignNamespace(namespace)
  if (found?.metadata.deletionTimestamp) throw namespaceGoing(namespace)
  const claims = found ? await api.list<Named>(paths.claims(namespace), selectorOf(site)) : []
  const live = claims.find((claim) => !isLeft(claim))
  if (!live && !isNew) throw folderMissing()
  await api.apply(paths.namespace(namespace), namespaceObject(site))
  if (found && isLeft(found)) await mark(api, paths.namespace(namespace), null)
  if (live) return live.metadata.name
  const name = freeName(claims)
  await api.apply(paths.claim(namespace, name), claimObject(site, name, annotations))
  return name
}

/** The claim that holds a project's data now, and whether it waits for data from HQ. @throws HostingFault */
export async function liveClaim(
  api: ClusterApi,
  site: SitePlace,
): Promise<{ name: string; isReceiving: boolean } | undefined> {
  const namespace = await ownNamespace(api, site)
  const claims = namespace === undefined ? [] : await api.list<Named>(paths.claims(namespace), selectorOf(site))
  const live = claims.find((claim) => !isLeft(claim))?.metadata
  return live && { name: live.name, isReceiving: live.annotations?.[marks.receiving] !== undefined }
}

/** Notes that a claim holds the data that it was made for. @throws HostingFault */
export const markFilled = (api: ClusterApi, site: SitePlace, claim: string): Promise<boolean> =>
  api.merge(paths.claim(namespaceOf(site), claim), { metadata: { annotations: { [marks.receiving]: null } } })

/** Deletes a claim that never held a project's data. @throws HostingFault */
export const removeClaim = (api: ClusterApi, site: SitePlace, claim: string): Promise<void> =>
  api.remove(paths.claim(namespaceOf(site), claim))

/** Marks the data of a deleted project with the time of its deletion, and keeps its record with them. @throws HostingFault */
export async function leaveData(api: ClusterApi, site: SitePlace, record: string, now = new Date()): Promise<void> {
  const namespace = namespaceOf(site)
  const claims = await api.list<Named>(paths.claims(namespace), selectorOf(site))
  for (const claim of claims) {
    if (isLeft(claim)) continue
    const annotations = {
      [marks.removed]: now.toISOString(),
      ...(record.length <= maxRecordLength ? { [marks.record]: record } : {}),
    }
    await api.merge(paths.claim(namespace, claim.metadata.name), { metadata: { annotations } })
  }
  await mark(api, paths.namespace(namespace), now.toISOString())
}

/** The deleted projects of a server whose data are still there, newest first. @throws HostingFault */
export async function listLeft(api: ClusterApi, server: ServerSpec): Promise<TrashedSite[]> {
  const mine = `${marks.managedBy}=${fieldManager},${marks.hq}=${clusterOf(server).hq}`
  const left = (await api.list<Named>(paths.allClaims, mine)).flatMap(({ metadata, spec }): TrashedSite[] => {
    const id = metadata.labels?.[marks.project] ?? ''
    const { [marks.removed]: removed = '', [marks.record]: record } = metadata.annotations ?? {}
    const removedAt = Date.parse(removed)
    if (!(removedAt > 0) || metadata.deletionTimestamp || metadata.namespace !== namespaceOf({ id, server })) return []
    const bytes = readQuantity(spec?.resources?.requests?.storage ?? '') ?? 0
    return [{ name: `${id}.${removedAt}`, id, removedAt, until: removedAt + retentionMillis, bytes, record }]
  })
  return left.toSorted((one, other) => other.removedAt - one.removedAt)
}

/** Gives a project that has no data those of the deleted one of its id. @throws HostingFault */
export async function takeBack(api: ClusterApi, site: SitePlace, name: string): Promise<void> {
  const namespace = namespaceOf(site)
  const claims = await api.list<Named>(paths.claims(namespace), selectorOf(site))
  const wanted = claims.find(({ metadata }) => {
    const removedAt = Date.parse(metadata.annotations?.[marks.removed] ?? '')
    return !metadata.deletionTimestamp && name === `${site.id}.${removedAt}`
  })
  if (!wanted || claims.some((claim) => !isLeft(claim))) throw folderMissing()
  await mark(api, paths.namespace(namespace), null)
  const annotations = { [marks.removed]: null, [marks.record]: null }
  await api.merge(paths.claim(namespace, wanted.metadata.name), { metadata: { annotations } })
}

/** Deletes data that was marked more than seven days ago (reference: hosting, Project states). @throws HostingFault */
export async function purgeData(api: ClusterApi, server: ServerSpec, now = Date.now()): Promise<void> {
  const mine = `${marks.managedBy}=${fieldManager},${marks.hq}=${clusterOf(server).hq}`
  for (const namespace of await api.list<Named>(paths.namespaces, mine)) {
    const { name } = namespace.metadata
    const claims = await api.list<Named>(paths.claims(name), mine)
    const [old, others] = [claims.filter(isOld), claims.filter((claim) => !isOld(claim))]
    if (isLeft(namespace) && others.length === 0 && isOld(namespace)) await api.remove(paths.namespace(name))
    else for (const claim of old) await api.remove(paths.claim(name, claim.metadata.name))
  }

  function isOld({ metadata }: Named): boolean {
    return now - Date.parse(metadata.annotations?.[marks.removed] ?? '') > retentionMillis
  }
}

const isLeft = ({ metadata }: Named) => Boolean(metadata.annotations?.[marks.removed] || metadata.deletionTimestamp)

function isOwn({ metadata }: Named, site: SitePlace): boolean {
  const labels = labelsOf(site)
  return [marks.managedBy, marks.project, marks.hq].every((name) => metadata.labels?.[name] === labels[name])
}

const mark = (api: ClusterApi, path: string, removed: string | null) =>
  api.merge(path, { metadata: { annotations: { [marks.removed]: removed } } })

function freeName(claims: readonly Named[]): string {
  const taken = claims.map(({ metadata }) => metadata.name)
  let name = 'data'
  for (let n = 2; taken.includes(name); n++) name = `data-${n}`
  return name
}
