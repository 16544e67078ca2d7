import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestWorld } from './testing-kubernetes.ts'

let world: TestWorld

beforeAll(async () => {
  world = await TestWorld.open()
})

afterAll(() => world.close())

describe('a cluster', () => {
  test('is online when HQ has the needed rights there, and names the rights that HQ lacks', async () => {
    expect(await world.checkServer('cluster')).toMatchObject({ status: 'Online', error: null })
    world.cluster.denied.add('get services/proxy').add('create namespaces')
    expect(await world.checkServer('cluster')).toMatchObject({
      status: 'Offline',
      error: 'The kubeconfig lacks rights in the cluster: create namespaces, get services/proxy',
    })
    world.cluster.denied.clear()
    expect(await world.checkServer('cluster')).toMatchObject({ status: 'Online', error: null })
  })

  test('is reached only with what the kubeconfig itself holds', async () => {
    const good = world.cluster.kubeconfig()
    const wrong: [string, string, string][] = [
      ['none', '', 'The server has no kubeconfig.'],
      ['garbage', ': {', 'The kubeconfig cannot be read.'],
      ['empty', '{}', 'The kubeconfig cannot be read.'],
      [
        'broken',
        good.replace(world.cluster.token, 'two\\u000alines').replaceAll("'", '"'),
        'The kubeconfig cannot be read.',
      ],
      ['nowhere', good.replace('http://', 'ftp://'), 'The kubeconfig cannot be read.'],
      ['unproven', good.replace(', insecure-skip-tls-verify: true', ''), 'The kubeconfig cannot be read.'],
      ['stranger', world.cluster.kubeconfig('guess'), 'The cluster does not accept the kubeconfig.'],
      ...[
        good.replace(/user: \{.*\}/, "user: { exec: { apiVersion: client.authentication.k8s.io/v1, command: 'id' } }"),
        good.replace(/user: \{.*\}/, "user: { auth-provider: { name: gcp, config: { cmd-path: 'id' } } }"),
        good.replace(/user: \{.*\}/, 'user: { client-certificate: /etc/passwd, client-key: /etc/passwd }'),
        good.replace('cluster: {', "cluster: { certificate-authority: '/etc/passwd',"),
        good.replace('cluster: {', "cluster: { proxy-url: 'http://127.0.0.1:1',"),
      ].map((text, n): [string, string, string] => [
        `reaching ${n}`,
        text,
        'The kubeconfig may name no files, programs or sign-in services.',
      ]),
    ]
    for (const [name, kubeconfig, said] of wrong) {
      await world.makeServer(name, { kubeconfig })
      expect([name, await world.checkServer(name)]).toMatchObject([name, { status: 'Offline', error: said }])
    }
    const insecure = 'The kubeconfig uses http or checks no certificate. Others could take over the cluster.'
    for (const [name, kubeconfig] of [
      ['plain', good.replace(', insecure-skip-tls-verify: true', '')],
      ['unchecked', good.replace('http://', 'https://')],
    ] as const) {
      await world.makeServer(name, { kubeconfig, allow_insecure_cluster: 0 })
      expect([name, await world.checkServer(name)]).toMatchObject([name, { status: 'Offline', error: insecure }])
    }
    await world.makeServer('anybody', { ingress_addresses: null })
    expect(await world.checkServer('anybody')).toMatchObject({
      status: 'Offline',
      error: 'The server names no ingress addresses. Until it does, its sites take all guests for one.',
    })
    // Base64 makes it one line for the form; both mean the same.
    await world.makeServer('packed', { kubeconfig: Buffer.from(good).toString('base64') })
    expect(await world.checkServer('packed')).toMatchObject({ status: 'Online' })
  })

  test('whose fields are no valid names or sizes cannot be saved', async () => {
    const wrong = {
      api_server: 'file:///etc/passwd',
      namespace_prefix: 'Kube_',
      image: 'a b',
      ingress_domain: '-x.example.com',
      ingress_class: 'Nginx!',
      ingress_addresses: '10.0.0.0/8, 10.0.0.0/33',
      control_plane_addresses: 'anywhere',
      ingress_namespace: 'Ingress Nginx',
      tls_secret: 'a/b',
      storage_class: '../x',
      volume_size: '5 GB',
      cpu_limit: '0',
      memory_limit: '-1Mi',
    }
    const answer = await world.hq.call('PUT', '/api/entity/Server', { id: 'cluster', ...wrong })
    expect(answer.status).toBe(417)
    const refused = answer.json.errors.map(({ fieldname }: { fieldname: string }) => fieldname)
    expect(refused.toSorted()).toEqual(Object.keys(wrong).toSorted())
  })
})

describe('a refusal of the cluster is told, and the start can be repeated', () => {
  test('a quota, halfway and for the pod', async () => {
    const quota = 'persistentvolumeclaims "data" is forbidden: exceeded quota: small, requested: storage=5Gi'
    world.cluster.quota = ({ kind }) => (kind === 'PersistentVolumeClaim' ? quota : undefined)
    await world.hq.create('tight', { server: 'cluster' })
    expect((await world.hq.until('tight', 'Failed')).lastError).toBe(`The cluster refused: ${quota}`)
    expect(world.cluster.objects.has('/api/v1/namespaces/project-tight')).toBe(true)
    world.cluster.quota = () => undefined
    world.cluster.podQuota = 'pods "site" is forbidden: exceeded quota: small, requested: cpu=50m'
    await world.hq.act('tight', 'provision_project')
    expect((await world.hq.until('tight', 'Failed')).lastError).toBe(`The cluster refused: ${world.cluster.podQuota}`)
    world.cluster.podQuota = undefined
    await world.hq.act('tight', 'provision_project')
    await world.hq.until('tight', 'Running')
    await world.hq.act('tight', 'stop_project')
  })

  test('a missing image', async () => {
    await world.makeServer('imageless', { image: 'registry.example.com/other:9' })
    await world.hq.create('blank', { server: 'imageless' })
    expect((await world.hq.until('blank', 'Failed')).lastError).toMatch(
      /^The image registry\.example\.com\/other:9 cannot be had: /,
    )
    expect(world.podOf('blank')).toBeUndefined()
    expect((await world.hq.call('DELETE', '/api/entity/Project/blank')).status).toBe(200)
  })

  test('a namespace of somebody else, in which HQ touches nothing', async () => {
    const metadata = { name: 'project-theirs', labels: {} }
    world.cluster.objects.set('/api/v1/namespaces/project-theirs', { apiVersion: 'v1', kind: 'Namespace', metadata })
    await world.hq.create('theirs', { server: 'cluster' })
    expect((await world.hq.until('theirs', 'Failed')).lastError).toBe(
      'The namespace project-theirs belongs to somebody else.',
    )
    expect((await world.hq.call('DELETE', '/api/entity/Project/theirs')).status).toBe(200)
    expect(world.namesIn('theirs')).toEqual([])
    expect(world.cluster.objects.has('/api/v1/namespaces/project-theirs')).toBe(true)
  })

  test('a site that cannot start says why, and starts once the cause is gone', async () => {
    const key = join(world.cluster.root, world.claimOf('tight').metadata.uid, 'site.key')
    const right = readFileSync(key)
    writeFileSync(key, 'short')
    await world.hq.act('tight', 'start_project')
    const { lastError } = await world.hq.until('tight', 'Failed')
    expect(lastError).toMatch(/^The site did not start: The site key .* is damaged/)
    writeFileSync(key, right)
    await world.hq.act('tight', 'start_project')
    await world.hq.until('tight', 'Running')
    await world.hq.act('tight', 'stop_project')
  })

  test('an empty volume: HQ starts no empty site on it', async () => {
    const volume = join(world.cluster.root, world.claimOf('tight').metadata.uid)
    rmSync(volume, { recursive: true })
    await world.hq.act('tight', 'start_project')
    expect((await world.hq.until('tight', 'Failed')).lastError).toMatch(
      /^The records of this site are missing: .*data\.sqlite is not there\. Put them back, or start with --new /,
    )
    expect(existsSync(join(volume, 'store', 'data.sqlite'))).toBe(false)
  })

  test('missing data: HQ starts no empty site in its place', async () => {
    world.cluster.objects.delete('/api/v1/namespaces/project-tight/persistentvolumeclaims/data')
    await world.hq.act('tight', 'start_project')
    expect((await world.hq.until('tight', 'Failed')).lastError).toBe('The data folder of the project is missing.')
  })
})

test('a kubeconfig is neither answered nor logged', async () => {
  const manager = await world.hq.person('manager@example.com', ['System Manager'])
  const { json } = await world.hq.call('GET', '/api/entity/Server/cluster', undefined, manager)
  expect(json.entity.kubeconfig).toBe('********')
  for (const name of ['server.log', 'error.log', 'web.log', 'worker.log']) {
    const log = readFileSync(join(world.hq.dir, 'logs', name), { encoding: 'utf8', flag: 'a+' })
    expect([name, log.includes(world.cluster.token)]).toEqual([name, false])
  }
  const { json: history } = await world.hq.call(
    'GET',
    '/api/entity/Version?filters={"ref_entity":"Server"}&limit_page_length=200',
  )
  expect(JSON.stringify(history)).not.toContain(world.cluster.token)
})
