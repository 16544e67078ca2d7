import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isSameSite } from '../../ground/origins.ts'
import type { ServerSpec, SitePlace, SiteSpec } from '../../hosting/driver.ts'
import type { Site } from '../../site.ts'
import type { Hq } from './hq.ts'
import { type Project, readServer, type Server } from './rows.ts'

export function serverSpec(site: Site, server: Server): ServerSpec {
  const { id, bindAddress, portRange, cluster } = server
  return {
    id,
    bindAddress,
    portRange,
    dataRoot: server.dataRoot ?? join(site.config.dir, 'projects'),
    cluster: cluster && { ...cluster, hq: markOf(site) },
  }
}

/** Identifies this HQ's objects in a cluster without revealing the secret. */
function markOf({ config }: Site): string {
  return createHash('sha256').update(`tavla hq ${config.instanceSecret}`).digest('hex').slice(0, 32)
}

/**
 * Address of a project's staging server. A host with `{id}` gives each project its own host name, and so its own
 * cookies.
 */
export function stagingUrl(site: Site, server: Server, id: string, port: number): string {
  if (server.cluster) return `https://${id}.${server.cluster.ingressDomain}`
  const host = server.publicHost?.replace(idMark, id) ?? new URL(site.config.publicUrl).hostname
  return new URL(`${server.useHttps ? 'https' : 'http'}://${host}:${port}`).origin
}

/** The project that HQ makes for its demo, alone with the people of the sample. */
export const demoProject = 'demo'

/** Placeholder for the project's id in `public_host`. */
export const idMark = '{id}'

/** Data folder of a project's site; its id was checked when the record was made. */
export function siteFolder(site: Site, server: Server, id: string): string {
  return join(serverSpec(site, server).dataRoot, id)
}

/** Identifies a project's site for its driver. */
export function sitePlace(
  site: Site,
  server: Server,
  { id, instanceSecret }: Pick<Project, 'id' | 'instanceSecret'>,
): SitePlace {
  return { id, dir: siteFolder(site, server, id), instanceSecret, server: serverSpec(site, server) }
}

/** Specification of the project's site; undefined before the project has a port. */
export async function readSpec(hq: Hq, project: Project): Promise<SiteSpec | undefined> {
  const { port } = project
  return port === undefined
    ? undefined
    : siteSpec(hq, await readServer(hq.site.engine, project.server), { ...project, port })
}

/**
 * Makes the configuration of a project's site (reference: hosting, Provisioning), with passwords only until its first
 * start.
 */
function siteSpec({ site, demoPassword }: Hq, server: Server, project: Project & { port: number }): SiteSpec {
  const { config, engine } = site
  const url = stagingUrl(site, server, project.id, project.port)
  const host = server.cluster ? '0.0.0.0' : server.bindAddress
  const isFirst = project.startedAt === undefined
  const isDemo = project.id === demoProject
  return {
    ...sitePlace(site, server, project),
    host,
    port: project.port,
    config: {
      site: project.id,
      apps: project.hasSampleData ? ['platform', 'sample'] : ['platform'],
      host,
      port: project.port,
      public_url: url,
      allowed_origins: [config.publicUrl],
      cookie_name: `sid_${project.id}`,
      cookie_same_site: isSameSite(config.publicUrl, url) ? 'Lax' : 'None',
      rate_limit: config.rateLimit === 0 ? 0 : undefined,
      default_language: project.language,
      time_zone: engine.settings.time_zone,
      admin_email: project.adminEmail,
      admin_password: isFirst ? project.adminPassword : undefined,
      demo_password: isFirst && isDemo && project.hasSampleData ? demoPassword : undefined,
      demo_people: project.hasSampleData ? isDemo : undefined,
      has_records: isFirst ? undefined : true,
      ...reachOf(project),
      instance_secret: project.instanceSecret,
      ...(server.cluster ? inCluster(server.cluster.ingressAddresses) : {}),
    },
  }
}

/** The environment and the recipients of a project; its site believes this file alone. */
export const reachOf = ({ environment, stagingRecipients }: Pick<Project, 'environment' | 'stagingRecipients'>) => ({
  environment,
  reach: environment === 'Staging' ? 'nobody' : 'people',
  reach_only: [...stagingRecipients],
})

/**
 * A site in a pod trusts only its ingress for client addresses. If the server names none, all guests share the
 * ingress's address and so this limit. The output of the container is its server log.
 */
const inCluster = (ingress: readonly string[]) => ({
  trusted_proxies: [...ingress],
  guest_rate_limit: ingress.length === 0 ? allGuestsLimit : undefined,
  log_to_stdout: true,
})

/** Calls a minute. */
const allGuestsLimit = 3000
