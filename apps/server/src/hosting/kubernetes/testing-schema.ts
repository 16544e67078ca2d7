import {
  base64,
  dnsLabel,
  dnsName,
  either,
  flag,
  hostName,
  labelValue,
  list,
  map,
  object,
  oneOf,
  port,
  portName,
  quantity,
  type Rule,
  text,
  whole,
} from './testing-rules.ts'

/**
 * The part of the published schema (OpenAPI of Kubernetes 1.34) that our objects use, with the rules that the API
 * checks beyond it. Refuses a field that is not listed here, like one that doesn't exist.
 */
const metadata = object({ name: dnsName, namespace: dnsLabel, labels: map(labelValue), annotations: map(text()) }, [
  'name',
])

const templateMetadata = object({ labels: map(labelValue), annotations: map(text()) }, ['labels'])
const path = text(/^\//)
const probe = object(
  {
    httpGet: object({ path, port: either(port, portName), scheme: oneOf('HTTP', 'HTTPS') }, ['port']),
    initialDelaySeconds: whole(0, 3600),
    periodSeconds: whole(1, 3600),
    timeoutSeconds: whole(1, 3600),
    failureThreshold: whole(1, 1000),
  },
  ['httpGet'],
)
const userId = whole(0, 2_147_483_647)
const container = object(
  {
    name: dnsLabel,
    image: text(/^\S+$/, 500),
    imagePullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
    args: list(text()),
    env: list(object({ name: text(/^[A-Za-z_][A-Za-z0-9_.-]*$/), value: text() }, ['name'])),
    ports: list(object({ name: portName, containerPort: port, protocol: oneOf('TCP', 'UDP') }, ['containerPort'])),
    startupProbe: probe,
    readinessProbe: probe,
    livenessProbe: probe,
    resources: object({
      requests: object({ cpu: quantity, memory: quantity }),
      limits: object({ cpu: quantity, memory: quantity }),
    }),
    securityContext: object({
      allowPrivilegeEscalation: flag,
      readOnlyRootFilesystem: flag,
      runAsNonRoot: flag,
      capabilities: object({ drop: list(text(/^[A-Z_]+$/)), add: list(text(/^[A-Z_]+$/)) }),
    }),
    terminationMessagePolicy: oneOf('File', 'FallbackToLogsOnError'),
    volumeMounts: list(
      object({ name: dnsLabel, mountPath: path, readOnly: flag, subPath: text() }, ['name', 'mountPath']),
    ),
  },
  ['name', 'image'],
)
const volume = object(
  {
    name: dnsLabel,
    persistentVolumeClaim: object({ claimName: dnsName, readOnly: flag }, ['claimName']),
    secret: object({ secretName: dnsName, defaultMode: whole(0, 0o777), optional: flag }, ['secretName']),
    emptyDir: object({ sizeLimit: quantity, medium: oneOf('', 'Memory') }),
  },
  ['name'],
)
const podSpec = object(
  {
    automountServiceAccountToken: flag,
    enableServiceLinks: flag,
    serviceAccountName: dnsName,
    terminationGracePeriodSeconds: whole(0, 86_400),
    securityContext: object({
      runAsNonRoot: flag,
      runAsUser: userId,
      runAsGroup: userId,
      fsGroup: userId,
      fsGroupChangePolicy: oneOf('Always', 'OnRootMismatch'),
      seccompProfile: object({ type: oneOf('RuntimeDefault', 'Unconfined', 'Localhost') }, ['type']),
    }),
    containers: list(container, 1),
    volumes: list(volume),
  },
  ['containers'],
)

const ingressPath = object(
  {
    path,
    pathType: oneOf('Exact', 'Prefix', 'ImplementationSpecific'),
    backend: object({
      service: object({ name: dnsLabel, port: object({ name: portName, number: port }) }, ['name', 'port']),
    }),
  },
  ['pathType', 'backend'],
)
const words = list(text(/^[a-z*][a-z0-9./*-]*$/i))
const subject = object({ kind: oneOf('ServiceAccount'), name: dnsName, namespace: dnsLabel }, ['kind', 'name'])

const network = text(/^[0-9a-f.:]+\/\d{1,3}$/)
const networkPeer = object({
  namespaceSelector: object({ matchLabels: map(labelValue) }),
  podSelector: object({ matchLabels: map(labelValue) }),
  ipBlock: object({ cidr: network, except: list(network) }, ['cidr']),
})
const networkPort = object({ port: either(port, portName), protocol: oneOf('TCP', 'UDP') })

const kinds: Record<string, { fields: Record<string, Rule>; required: string[] }> = {
  'v1 Namespace': { fields: {}, required: [] },
  'v1 Secret': {
    fields: {
      type: oneOf('Opaque', 'kubernetes.io/service-account-token', 'kubernetes.io/tls'),
      data: map(base64),
      stringData: map(text()),
    },
    required: [],
  },
  'v1 ServiceAccount': { fields: { automountServiceAccountToken: flag }, required: [] },
  'v1 PersistentVolumeClaim': {
    fields: {
      spec: object(
        {
          accessModes: list(oneOf('ReadWriteOnce', 'ReadWriteOncePod', 'ReadWriteMany', 'ReadOnlyMany'), 1),
          storageClassName: dnsName,
          resources: object({ requests: object({ storage: quantity }, ['storage']) }, ['requests']),
        },
        ['accessModes', 'resources'],
      ),
    },
    required: ['spec'],
  },
  'v1 Service': {
    fields: {
      spec: object(
        {
          type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer'),
          selector: map(labelValue),
          ports: list(
            object({ name: portName, port, targetPort: either(port, portName), protocol: oneOf('TCP', 'UDP') }, [
              'port',
            ]),
            1,
          ),
        },
        ['ports'],
      ),
    },
    required: ['spec'],
  },
  'apps/v1 Deployment': {
    fields: {
      spec: object(
        {
          replicas: whole(0, 1000),
          revisionHistoryLimit: whole(0, 1000),
          selector: object({ matchLabels: map(labelValue) }, ['matchLabels']),
          strategy: object({ type: oneOf('Recreate', 'RollingUpdate') }, ['type']),
          template: object({ metadata: templateMetadata, spec: podSpec }, ['metadata', 'spec']),
        },
        ['selector', 'template'],
      ),
    },
    required: ['spec'],
  },
  'networking.k8s.io/v1 Ingress': {
    fields: {
      spec: object({
        ingressClassName: dnsName,
        tls: list(object({ hosts: list(hostName), secretName: dnsName })),
        rules: list(object({ host: hostName, http: object({ paths: list(ingressPath, 1) }, ['paths']) })),
      }),
    },
    required: ['spec'],
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    fields: {
      spec: object(
        {
          podSelector: object({ matchLabels: map(labelValue) }),
          policyTypes: list(oneOf('Ingress', 'Egress')),
          ingress: list(object({ from: list(networkPeer), ports: list(networkPort) })),
          egress: list(object({ to: list(networkPeer), ports: list(networkPort) })),
        },
        ['podSelector'],
      ),
    },
    required: ['spec'],
  },
  'rbac.authorization.k8s.io/v1 ClusterRole': {
    fields: { rules: list(object({ apiGroups: list(text()), resources: words, verbs: words }, ['verbs'])) },
    required: ['rules'],
  },
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': {
    fields: {
      roleRef: object({ apiGroup: oneOf('rbac.authorization.k8s.io'), kind: oneOf('ClusterRole'), name: dnsName }, [
        'apiGroup',
        'kind',
        'name',
      ]),
      subjects: list(subject),
    },
    required: ['roleRef'],
  },
  'authorization.k8s.io/v1 SelfSubjectAccessReview': {
    fields: {
      spec: object({
        resourceAttributes: object({
          namespace: text(),
          group: text(),
          resource: text(/^[a-z]+$/),
          subresource: text(/^[a-z]+$/),
          verb: text(/^[a-z]+$/),
        }),
      }),
    },
    required: ['spec'],
  },
}

// biome-ignore lint/suspicious/noExplicitAny: an object of any kind, as it was sent
export type AnyObject = Record<string, any>

/** The faults that the Kubernetes API would find with an object; empty when it would accept it. */
export function problemsOf(sent: AnyObject): string[] {
  const { apiVersion, kind } = sent
  const schema = kinds[`${apiVersion} ${kind}`]
  if (!schema) return [`no matches for kind "${kind}" in version "${apiVersion}"`]
  const withMetadata = kind !== 'SelfSubjectAccessReview'
  const name = kind === 'Namespace' || kind === 'Service' ? object({ name: dnsLabel }, ['name']) : undefined
  const rule = object({ apiVersion: text(), kind: text(), metadata, ...schema.fields }, [
    ...(withMetadata ? ['metadata'] : []),
    ...schema.required,
  ])
  return [
    ...rule(sent, kind),
    ...(name?.({ name: sent.metadata?.name }, `${kind}.metadata`) ?? []),
    ...(kind === 'Deployment' ? problemsOfDeployment(sent.spec) : []),
  ]
}

/** Checks references within the object, which a schema can't express. */
function problemsOfDeployment({ selector, template }: AnyObject): string[] {
  const { labels = {} } = template?.metadata ?? {}
  const { containers = [], volumes = [] } = template?.spec ?? {}
  const wanted = Object.entries(selector?.matchLabels ?? {})
  const volumeNames: string[] = volumes.map(({ name }: AnyObject) => name)
  return [
    ...(wanted.some(([key, value]) => labels[key] !== value) ? ['`selector` does not match template `labels`'] : []),
    ...containers.flatMap(
      ({ volumeMounts = [], ports = [], readinessProbe, livenessProbe, startupProbe, resources }: AnyObject) => [
        ...volumeMounts
          .filter(({ name }: AnyObject) => !volumeNames.includes(name))
          .map(({ name }: AnyObject) => `volumeMounts.name: Not found: "${name}"`),
        ...[readinessProbe, livenessProbe, startupProbe]
          .map((one) => one?.httpGet?.port)
          .filter((one) => typeof one === 'string' && !ports.some(({ name }: AnyObject) => name === one))
          .map((one) => `probe port: Not found: "${one}"`),
        ...['cpu', 'memory']
          .filter((what) => sizeOf(resources?.requests?.[what]) > sizeOf(resources?.limits?.[what] ?? '1E'))
          .map((what) => `resources.requests.${what}: must be less than or equal to limit`),
      ],
    ),
  ]
}

const powers = ['m', '', 'k', 'M', 'G', 'T', 'P', 'E']

function sizeOf(quantity: string | number = 0): number {
  const [, digits = '0', suffix = '', binary] = /^([\d.]+)([mkKMGTPE]?)(i?)$/.exec(String(quantity)) ?? []
  const power = powers.indexOf(suffix === 'K' ? 'k' : suffix) - 1
  return Number(digits) * (binary ? 1024 : 1000) ** power
}
