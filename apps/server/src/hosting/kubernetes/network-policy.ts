import type { SitePlace } from '../driver.ts'
import { clusterOf, marks, servicePort, siteName } from './names.ts'
import { metadata } from './objects.ts'

/** Ports that a site calls outside: https and the usual ports of mail. */
const outside = [443, 25, 465, 587, 2525, 143, 993]
/** Networks at which clouds serve a machine's metadata, its keys included. */
const machineData = ['169.254.0.0/16']

/** True when the Server record says enough to close the site without shutting out the ingress or HQ. */
export function isClosed({ server }: Pick<SitePlace, 'server'>): boolean {
  const { ingressNamespace, controlPlaneAddresses } = clusterOf(server)
  return ingressNamespace !== undefined && controlPlaneAddresses.length > 0
}

/** Allows the ingress controller and HQ in, DNS, https and mail out, and nothing else. */
export function networkPolicyObject(site: SitePlace) {
  const { hq, ingressNamespace, controlPlaneAddresses } = clusterOf(site.server)
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata(site, siteName),
    spec: {
      podSelector: { matchLabels: { [marks.project]: site.id, [marks.hq]: hq } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [
            { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': String(ingressNamespace) } } },
            ...controlPlaneAddresses.map((cidr) => ({ ipBlock: { cidr } })),
          ],
          ports: [{ port: servicePort, protocol: 'TCP' }],
        },
      ],
      egress: [
        { ports: [portOf(53, 'UDP'), portOf(53, 'TCP')] },
        {
          to: [{ ipBlock: { cidr: '0.0.0.0/0', except: machineData } }, { ipBlock: { cidr: '::/0' } }],
          ports: outside.map((port) => portOf(port, 'TCP')),
        },
      ],
    },
  }
}

const portOf = (port: number, protocol: 'TCP' | 'UDP') => ({ port, protocol })
