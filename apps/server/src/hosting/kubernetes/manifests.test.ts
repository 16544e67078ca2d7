import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadAllYaml } from '@kubernetes/client-node'
import { expect, test } from 'vitest'
import type { ServerSpec, SiteSpec } from '../driver.ts'
import { neededRights } from './cluster-check.ts'
import { isClosed, networkPolicyObject } from './network-policy.ts'
import * as objects from './objects.ts'
import { readQuantity, smallerOf } from './quantities.ts'
import { type AnyObject, problemsOf } from './testing-schema.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).toSorted()
const documents = manifests.flatMap((file) => loadAllYaml(readFileSync(path.join(root, file), 'utf8')) as AnyObject[])
const one = (kind: string): AnyObject => documents.find((document) => document.kind === kind) as AnyObject

function siteSpec(more: Partial<NonNullable<ServerSpec['cluster']>> = {}, id = 'acme'): SiteSpec {
  const cluster = {
    hq: 'a'.repeat(32),
    apiServer: undefined,
    kubeconfig: '',
    allowsInsecure: false,
    ingressAddresses: ['10.244.0.0/16'],
    ingressNamespace: 'ingress-nginx',
    controlPlaneAddresses: ['10.0.0.10/32', '2001:db8::/64'],
    namespacePrefix: 'project-',
    image: 'registry.example.com/tavla:1',
    ingressDomain: 'apps.example.com',
    ingressClass: undefined,
    tlsSecret: undefined,
    storageClass: undefined,
    volumeSize: '5Gi',
    cpuLimit: '1',
    memoryLimit: '512Mi',
    ...more,
  }
  const server = { id: 'cluster', bindAddress: '127.0.0.1', portRange: { start: 1, end: 2 }, dataRoot: '/', cluster }
  const config = {
    site: id,
    public_url: `https://${id}.apps.example.com`,
    admin_password: 'x',
    demo_password: undefined,
  }
  return { id, dir: '/', host: '0.0.0.0', port: 8080, instanceSecret: 'secret', config, server }
}

const objectsOf = (site: SiteSpec) => [
  objects.namespaceObject(site),
  objects.secretObject(site),
  objects.claimObject(site, 'data'),
  objects.deploymentObject(site, 'data', objects.siteProgram(site)),
  objects.serviceObject(site),
  objects.ingressObject(site),
  networkPolicyObject(site),
]

test('the API accepts the objects that HQ makes of any project', () => {
  const full = {
    ingressClass: 'nginx',
    tlsSecret: 'wildcard',
    storageClass: 'fast.example',
    cpuLimit: '20m',
    memoryLimit: '64Mi',
  }
  const longest = { namespacePrefix: 'a'.repeat(23) }
  for (const site of [siteSpec(), siteSpec(full), siteSpec(longest, 'b'.repeat(40))]) {
    for (const made of objectsOf(site)) expect([made.kind, problemsOf(made)]).toEqual([made.kind, []])
  }
})

test('a site is closed to all but its ingress and HQ when their networks are known', () => {
  const { spec } = networkPolicyObject(siteSpec())
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
  expect(spec.podSelector.matchLabels).toMatchObject({ 'tavla/project': 'acme' })
  expect(spec.ingress).toEqual([
    {
      from: [
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
        { ipBlock: { cidr: '10.0.0.10/32' } },
        { ipBlock: { cidr: '2001:db8::/64' } },
      ],
      ports: [{ port: 'http', protocol: 'TCP' }],
    },
  ])
  const ports = spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port))
  expect(ports).toEqual([53, 53, 443, 25, 465, 587, 2525, 143, 993])
  expect(isClosed(siteSpec())).toBe(true)
  expect(isClosed(siteSpec({ ingressNamespace: undefined }))).toBe(false)
  expect(isClosed(siteSpec({ controlPlaneAddresses: [] }))).toBe(false)
})

test('the test schema refuses what the API would refuse', () => {
  const wrong: [string, (parts: Record<string, AnyObject>) => void, RegExp][] = [
    [
      'Deployment',
      ({ spec }) => Object.assign(spec as object, { replica: 1 }),
      /unknown field "Deployment.spec.replica"/,
    ],
    ['Deployment', ({ container }) => Object.assign(container as object, { comand: [] }), /unknown field .*comand/],
    ['Deployment', ({ container }) => delete container?.image, /image: Required value/],
    [
      'Deployment',
      ({ container }) => Object.assign(container?.ports[0], { containerPort: 70_000 }),
      /containerPort: Invalid/,
    ],
    [
      'Deployment',
      ({ container }) => Object.assign(container?.resources.limits, { memory: '512 MB' }),
      /limits.memory/,
    ],
    ['Deployment', ({ container }) => Object.assign(container?.resources.requests, { cpu: '9' }), /less than or equal/],
    [
      'Deployment',
      ({ container }) => Object.assign(container?.volumeMounts[0], { name: 'other' }),
      /Not found: "other"/,
    ],
    ['Deployment', ({ spec }) => Object.assign(spec?.selector.matchLabels, { app: 'x' }), /does not match/],
    ['Deployment', ({ metadata }) => Object.assign(metadata?.labels, { 'a b': 'x' }), /labels: Invalid/],
    [
      'Service',
      ({ metadata }) => Object.assign(metadata as object, { name: 'a'.repeat(64) }),
      /metadata.name: Invalid/,
    ],
    ['Service', ({ spec }) => Object.assign(spec?.ports[0], { port: 0 }), /port: Invalid/],
    ['Ingress', ({ spec }) => Object.assign(spec?.rules[0], { host: 'Acme.example.com' }), /host: Invalid/],
    ['Secret', (parts) => Object.assign(parts.whole?.data, { 'config.json': 'not base64!' }), /config.json/],
    ['PersistentVolumeClaim', ({ spec }) => delete spec?.accessModes, /accessModes: Required value/],
    ['Namespace', ({ metadata }) => Object.assign(metadata as object, { name: 'a_b' }), /metadata.name: Invalid/],
  ]
  for (const [kind, spoil, said] of wrong) {
    const whole = structuredClone(objectsOf(siteSpec()).find((made) => made.kind === kind)) as AnyObject
    expect(problemsOf(whole)).toEqual([])
    const { spec = {}, metadata } = whole
    spoil({ whole, spec, metadata, container: spec.template?.spec.containers[0] })
    expect([kind, problemsOf(whole).join()]).toEqual([kind, expect.stringMatching(said)])
  }
})

test('a change of the configuration restarts a site, unless it only drops the first passwords', () => {
  const site = siteSpec()
  const later: SiteSpec = { ...site, config: { ...site.config, admin_password: undefined } }
  expect(objects.configMark(later)).toBe(objects.configMark(site))
  expect(JSON.parse(objects.configText(later))).toMatchObject({ admin_password: null, demo_password: null })
  const moved: SiteSpec = { ...site, config: { ...site.config, allowed_origins: ['https://other.example.com'] } }
  expect(objects.configMark(moved)).not.toBe(objects.configMark(site))
  expect(objects.configMark(siteSpec({ image: 'tavla:2' }))).not.toBe(objects.configMark(site))
})

test('quantities have the value that a cluster gives them', () => {
  expect(['500m', '1', '1.5', '512Mi', '5Gi', '1k'].map(readQuantity)).toEqual([
    0.5,
    1,
    1.5,
    2 ** 29,
    5 * 2 ** 30,
    1000,
  ])
  for (const text of ['', '0', '-1', '1 Gi', 'Gi', '1gb', '1e3', '1constructor', '١'])
    expect(readQuantity(text)).toBeUndefined()
  expect([smallerOf('50m', '1'), smallerOf('192Mi', '64Mi')]).toEqual(['50m', '64Mi'])
})

test('the API accepts the manifests of HQ', () => {
  expect(manifests.length).toBeGreaterThan(0)
  for (const document of documents) expect([document.kind, problemsOf(document)]).toEqual([document.kind, []])
})

test('the role for projects grants exactly the rights that HQ needs', () => {
  const given = one('ClusterRole').rules.flatMap(({ apiGroups, resources, verbs }: AnyObject) =>
    resources.map((resource: string) => ({ group: apiGroups[0], resource, verbs })),
  )
  expect(given).toEqual(neededRights)
  const account = one('ServiceAccount').metadata
  expect(one('ClusterRoleBinding').subjects).toEqual([
    { kind: 'ServiceAccount', name: account.name, namespace: account.namespace },
  ])
})

test('HQ and its projects run without privileges on a read-only root file system', () => {
  const made = objects.deploymentObject(siteSpec(), 'data', objects.siteProgram(siteSpec())) as AnyObject
  for (const { spec } of [made, one('Deployment')]) {
    const { securityContext, containers, automountServiceAccountToken } = spec.template.spec
    expect([spec.strategy.type, automountServiceAccountToken, securityContext]).toMatchObject([
      'Recreate',
      false,
      { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    ])
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const probes = { startupProbe: '', readinessProbe: '', livenessProbe: '/live' }
      for (const [probe, path] of Object.entries(probes)) {
        expect(container[probe].httpGet).toEqual({ path: `/api/health${path}`, port: 'http' })
      }
    }
  }
  const [, final = ''] = readFileSync(path.join(root, 'Containerfile'), 'utf8').split(/^FROM .* AS build$/m)
  const last = final.slice(final.search(/^FROM /m))
  expect(last).toMatch(/^USER 1000:1000$/m)
  expect(last).not.toMatch(/npm (ci|install|run)|apt-get/)
})
