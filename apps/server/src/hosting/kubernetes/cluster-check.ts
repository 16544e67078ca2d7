import type { ClusterApi } from './cluster-api.ts'
import { missingRights } from './cluster-faults.ts'
import { paths } from './names.ts'

/** The rights that HQ needs in a cluster; `deploy/kubernetes/projects-role.yaml` grants exactly these. */
export const neededRights: readonly { group: string; resource: string; verbs: readonly string[] }[] = [
  { group: '', resource: 'namespaces', verbs: ['get', 'list', 'create', 'patch', 'delete'] },
  { group: '', resource: 'secrets', verbs: ['create', 'patch', 'delete'] },
  { group: '', resource: 'persistentvolumeclaims', verbs: ['list', 'create', 'patch', 'delete'] },
  { group: '', resource: 'services', verbs: ['create', 'patch', 'delete'] },
  { group: '', resource: 'services/proxy', verbs: ['get', 'create', 'update'] },
  { group: '', resource: 'pods', verbs: ['list', 'delete'] },
  { group: '', resource: 'pods/log', verbs: ['get'] },
  { group: 'apps', resource: 'deployments', verbs: ['get', 'create', 'patch', 'delete'] },
  { group: 'apps', resource: 'deployments/scale', verbs: ['patch'] },
  { group: 'networking.k8s.io', resource: 'ingresses', verbs: ['create', 'patch', 'delete'] },
  { group: 'networking.k8s.io', resource: 'networkpolicies', verbs: ['create', 'patch', 'delete'] },
]

/**
 * Asks the cluster for its version and whether the kubeconfig has the needed rights (reference: hosting, Kubernetes
 * driver).
 * @throws HostingFault
 */
export async function checkCluster(api: ClusterApi): Promise<void> {
  await api.get(paths.version)
  const asked = neededRights.flatMap(({ group, resource, verbs }) => verbs.map((verb) => ({ group, resource, verb })))
  const answers = await Promise.all(asked.map((right) => isAllowed(api, right)))
  const missing = asked.filter((_, index) => !answers[index])
  if (missing.length > 0) throw missingRights(missing.map(({ verb, resource }) => `${verb} ${resource}`))
}

interface Right {
  group: string
  resource: string
  verb: string
}

async function isAllowed(api: ClusterApi, { group, resource: whole, verb }: Right): Promise<boolean> {
  const [resource = '', subresource] = whole.split('/')
  const { status } = await api.create<{ status?: { allowed?: boolean } }>(paths.accessReviews, {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { group, resource, verb, ...(subresource === undefined ? {} : { subresource }) } },
  })
  return status?.allowed === true
}
