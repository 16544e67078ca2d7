import type { ClusterSpec, ServerSpec, SitePlace } from '../driver.ts'
import { HostingFault } from '../driver.ts'

/** Name of a project's Deployment, Service, Ingress and container; each project has a namespace of its own. */
export const siteName = 'site'
export const secretName = 'site-config'
export const configFile = 'config.json'
export const dataFolder = '/data'
export const configFolder = '/etc/tavla'
/** Number of the port that a site listens on in its pod, and name of its Service's port. */
export const podPort = 8080
export const servicePort = 'http'
/** Owner of the fields that HQ applies. */
export const fieldManager = 'tavla'

export const marks = {
  managedBy: 'app.kubernetes.io/managed-by',
  project: 'tavla/project',
  hq: 'tavla/hq',
  /** On a namespace and its claims: when their project was deleted; ISO text. */
  removed: 'tavla/removed',
  /** On a pod: a hash of the configuration that it was started with. */
  config: 'tavla/config',
  restarted: 'tavla/restarted',
  /** On a claim that was made for data from HQ: it does not hold them yet. */
  receiving: 'tavla/receiving',
  /** On the claim of a deleted project: the project's record, as HQ sealed it. */
  record: 'tavla/record',
} as const

/** @throws HostingFault when the server is not a cluster */
export function clusterOf({ cluster }: ServerSpec): ClusterSpec {
  if (!cluster) throw new HostingFault({ text: 'Something went wrong while the site was started.' })
  return cluster
}

export const namespaceOf = ({ id, server }: Pick<SitePlace, 'id' | 'server'>) =>
  `${clusterOf(server).namespacePrefix}${id}`

/** Labels of every object that belongs to a project; HQ never touches objects with others. */
export function labelsOf({ id, server }: Pick<SitePlace, 'id' | 'server'>): Record<string, string> {
  return {
    'app.kubernetes.io/name': 'tavla',
    'app.kubernetes.io/instance': id,
    [marks.managedBy]: fieldManager,
    [marks.project]: id,
    [marks.hq]: clusterOf(server).hq,
  }
}

/** Label selector that limits a list to the objects of one project. */
export function selectorOf(site: Pick<SitePlace, 'id' | 'server'>): string {
  const labels = labelsOf(site)
  return [marks.managedBy, marks.project, marks.hq].map((name) => `${name}=${labels[name]}`).join(',')
}

const core = (namespace: string) => `/api/v1/namespaces/${namespace}`

/** Addresses in the cluster's API. */
export const paths = {
  namespaces: '/api/v1/namespaces',
  namespace: (namespace: string) => core(namespace),
  secret: (namespace: string) => `${core(namespace)}/secrets/${secretName}`,
  allClaims: '/api/v1/persistentvolumeclaims',
  claims: (namespace: string) => `${core(namespace)}/persistentvolumeclaims`,
  claim: (namespace: string, name: string) => `${core(namespace)}/persistentvolumeclaims/${name}`,
  deployment: (namespace: string) => `/apis/apps/v1/namespaces/${namespace}/deployments/${siteName}`,
  scale: (namespace: string) => `/apis/apps/v1/namespaces/${namespace}/deployments/${siteName}/scale`,
  service: (namespace: string) => `${core(namespace)}/services/${siteName}`,
  /** Calls a site through its Service. */
  proxy: (namespace: string) => `${core(namespace)}/services/${siteName}:${servicePort}/proxy`,
  ingress: (namespace: string) => `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses/${siteName}`,
  networkPolicy: (namespace: string) =>
    `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/${siteName}`,
  pods: (namespace: string) => `${core(namespace)}/pods`,
  pod: (namespace: string, name: string) => `${core(namespace)}/pods/${name}`,
  log: (namespace: string, name: string) => `${core(namespace)}/pods/${name}/log`,
  version: '/version',
  accessReviews: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
}
