import { createHash } from 'node:crypto'
import type {
  V1Deployment,
  V1Ingress,
  V1Namespace,
  V1PersistentVolumeClaim,
  V1PodSpec,
  V1Secret,
  V1Service,
} from '@kubernetes/client-node'
import type { SitePlace, SiteSpec } from '../driver.ts'
import {
  clusterOf,
  configFile,
  configFolder,
  dataFolder,
  labelsOf,
  marks,
  namespaceOf,
  podPort,
  secretName,
  servicePort,
  siteName,
} from './names.ts'
import { smallerOf } from './quantities.ts'

/** User and group of the image, which also own the volume. */
const imageUser = 1000
/** Guaranteed resources of a site; its limits are in the Server record. */
const requestedCpu = '50m'
const requestedMemory = '192Mi'
/**
 * Changes of these keys don't restart a pod: all but the last one come and go with the first start, and that one follows
 * from `trusted_proxies`.
 */
const unmarked = ['admin_password', 'demo_password', 'has_records', 'guest_rate_limit']

/** Configuration of a project's site, as its Secret holds it: `null` takes a key out of the site's own file. */
export function configText({ config }: Pick<SiteSpec, 'config'>): string {
  const entries = Object.entries(config).map(([key, value]) => [key, value ?? null])
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

/** A hash that identifies a configuration without revealing it. */
export function configMark({ config, server }: SiteSpec): string {
  const lasting = Object.entries(config).filter(([key]) => !unmarked.includes(key))
  const text = JSON.stringify([lasting.map(([key, value]) => [key, value ?? null]), clusterOf(server).image])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

export function namespaceObject(site: SitePlace): V1Namespace {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: namespaceOf(site),
      labels: { ...labelsOf(site), 'pod-security.kubernetes.io/enforce': 'restricted' },
    },
  }
}

export function secretObject(site: SitePlace & Pick<SiteSpec, 'config'>): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata(site, secretName),
    type: 'Opaque',
    data: { [configFile]: Buffer.from(configText(site)).toString('base64') },
  }
}

export function claimObject(
  site: SitePlace,
  name: string,
  annotations?: Readonly<Record<string, string>>,
): V1PersistentVolumeClaim {
  const { storageClass, volumeSize } = clusterOf(site.server)
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...metadata(site, name), ...(annotations && { annotations: { ...annotations } }) },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: volumeSize } },
      ...(storageClass === undefined ? {} : { storageClassName: storageClass }),
    },
  }
}

/** The command of a pod; `mark` tells one from another. */
interface Program {
  mark: string
  command: 'site' | 'receive'
}

export const siteProgram = (site: SiteSpec): Program => ({ mark: configMark(site), command: 'site' })

/** Hands a site's data over, or takes others, while the site does not run (reference: hosting, Copies over the network). */
export const receiver: Program = { mark: 'receive', command: 'receive' }

/** Leaves out the number of pods: start and stop set it. */
export function deploymentObject(site: SitePlace, claim: string, program: Program): V1Deployment {
  const labels = labelsOf(site)
  const matchLabels = { [marks.project]: site.id, [marks.hq]: clusterOf(site.server).hq }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(site, siteName),
    spec: {
      selector: { matchLabels },
      // Two processes must never open one store.
      strategy: { type: 'Recreate' },
      revisionHistoryLimit: 2,
      template: {
        metadata: { labels, annotations: { [marks.config]: program.mark } },
        spec: podSpec(site, claim, program),
      },
    },
  }
}

function podSpec(site: SitePlace, claim: string, { command }: Program): V1PodSpec {
  const { image, cpuLimit, memoryLimit } = clusterOf(site.server)
  const httpGet = { path: '/api/health', port: servicePort }
  // A restart would not help a site whose database is away.
  const live = { path: '/api/health/live', port: servicePort }
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 10,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: imageUser,
      runAsGroup: imageUser,
      fsGroup: imageUser,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: siteName,
        image,
        args: [command, dataFolder, '--config', `${configFolder}/${configFile}`],
        ports: [{ name: servicePort, containerPort: podPort }],
        startupProbe: { httpGet, periodSeconds: 1, failureThreshold: 60 },
        readinessProbe: { httpGet, periodSeconds: 5, timeoutSeconds: 3 },
        livenessProbe: { httpGet: live, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 },
        resources: {
          requests: { cpu: smallerOf(requestedCpu, cpuLimit), memory: smallerOf(requestedMemory, memoryLimit) },
          limits: { cpu: cpuLimit, memory: memoryLimit },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        // Kubernetes then keeps the last output of a site that could not start in its pod's status.
        terminationMessagePolicy: 'FallbackToLogsOnError',
        volumeMounts: [
          { name: 'data', mountPath: dataFolder },
          { name: 'config', mountPath: configFolder, readOnly: true },
          { name: 'tmp', mountPath: '/tmp' },
        ],
      },
    ],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: claim } },
      { name: 'config', secret: { secretName, defaultMode: 0o440 } },
      { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
    ],
  }
}

export function serviceObject(site: SitePlace): V1Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(site, siteName),
    spec: {
      type: 'ClusterIP',
      selector: { [marks.project]: site.id, [marks.hq]: clusterOf(site.server).hq },
      ports: [{ name: servicePort, port: 80, targetPort: servicePort, protocol: 'TCP' }],
    },
  }
}

export function ingressObject(site: SiteSpec): V1Ingress {
  const { ingressClass, tlsSecret } = clusterOf(site.server)
  const host = new URL(String(site.config.public_url)).hostname
  const backend = { service: { name: siteName, port: { name: servicePort } } }
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      ...metadata(site, siteName),
      annotations: {
        // Uploads come in pieces larger than this proxy's default of 1 MB, and a socket may be silent for longer than
        // its default minute.
        'nginx.ingress.kubernetes.io/proxy-body-size': '80m',
        'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
      },
    },
    spec: {
      ...(ingressClass === undefined ? {} : { ingressClassName: ingressClass }),
      // Without a secret the controller serves its own certificate.
      ...(tlsSecret === undefined ? {} : { tls: [{ hosts: [host], secretName: tlsSecret }] }),
      rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  }
}

export const metadata = (site: SitePlace, name: string) => ({
  name,
  namespace: namespaceOf(site),
  labels: labelsOf(site),
})
