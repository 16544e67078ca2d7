import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { TestCluster } from '../../hosting/kubernetes/testing-cluster.ts'
import type { TestPod } from '../../hosting/kubernetes/testing-pod.ts'
import type { AnyObject } from '../../hosting/kubernetes/testing-schema.ts'
import { override } from '../../testing/override.ts'
import { bareEnvironment, tavla } from '../../testing/tavla.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

/** An HQ and a test cluster, which HQ knows as the server `cluster`. */
export class TestWorld {
  readonly cluster: TestCluster
  hq: TestHq
  /** Cookies of the Administrators, by pod: a password takes both ends a while. */
  readonly #cookies = new Map<string, string>()

  private constructor(cluster: TestCluster, hq: TestHq) {
    this.cluster = cluster
    this.hq = hq
  }

  /** `healthEvery` in milliseconds: a busy machine answers slowly, and three missed questions end a site. */
  static async open(healthEvery = 150): Promise<TestWorld> {
    override(defaultTiming, { healthEvery, backOff: [50, 60, 70], storePause: 50, awayPause: 100 })
    const cluster = new TestCluster()
    await cluster.listen()
    const world = new TestWorld(cluster, await startHq())
    await world.makeServer('cluster')
    return world
  }

  async close(): Promise<void> {
    await this.hq.remove()
    await this.cluster.remove()
  }

  /** Ends HQ in order and starts it again at the same address; the line to the sites is whole then. */
  async restart(): Promise<void> {
    const { dir, url } = this.hq
    await this.hq.close()
    await this.#startAgain(dir, new URL(url).port)
  }

  /**
   * Runs an HQ in a process of its own on the same data and at the same address, kills it once `work` is over, and starts
   * HQ again as before.
   */
  async killIn(work: () => Promise<void>): Promise<void> {
    const { dir, url } = this.hq
    const { port } = new URL(url)
    await this.hq.close()
    const args = [tavla, 'start', '--no-demo', '--data', dir, '--port', port, '--rate-limit', '0']
    const child = spawn(process.execPath, args, { env: bareEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] })
    const gone = once(child, 'exit')
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    try {
      await vi.waitFor(() => expect(said).toMatch(/^Ready /m), { timeout: 60_000, interval: 50 })
      await work()
    } finally {
      child.kill('SIGKILL')
      await gone
    }
    await this.#startAgain(dir, port)
  }

  async #startAgain(dir: string, port: string): Promise<void> {
    Object.assign(this.cluster, { cutOff: undefined, cutOffSent: undefined, held: undefined })
    this.hq = await startHq({ dir, port: Number(port) })
  }

  async makeServer(server_name: string, more: object = {}): Promise<void> {
    const answer = await this.hq.call('POST', '/api/entity/Server', {
      server_name,
      driver: 'Kubernetes',
      kubeconfig: this.cluster.kubeconfig(),
      allow_insecure_cluster: 1,
      ingress_addresses: '10.244.0.0/16, 10.0.0.7/32',
      ingress_namespace: 'ingress-nginx',
      control_plane_addresses: '10.0.0.10/32',
      image: 'registry.example.com/tavla:1',
      ingress_domain: 'apps.example.com',
      ingress_class: 'nginx',
      ...more,
    })
    expect(answer.message).toBe('')
  }

  async checkServer(id: string): Promise<{ status: string; error: string | null }> {
    const { json } = await this.hq.call('POST', `/api/entity/Server/${id}?run_method=check_server`, { data: {} })
    return json.data
  }

  /** Kind and name of every object in a project's namespace. */
  namesIn(id: string): string[] {
    return [...this.cluster.objects.values()]
      .filter(({ metadata }) => metadata.namespace === `project-${id}`)
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      .toSorted()
  }

  deploymentOf(id: string): AnyObject {
    return this.cluster.objects.get(`/apis/apps/v1/namespaces/project-${id}/deployments/site`) ?? {}
  }

  podOf(id: string): TestPod | undefined {
    return this.cluster.podsIn(`project-${id}`)[0]
  }

  claimOf(id: string): AnyObject {
    return this.cluster.objects.get(`/api/v1/namespaces/project-${id}/persistentvolumeclaims/data`) ?? {}
  }

  /** Configuration of a project's site, as the cluster stores it. */
  configOf(id: string): Record<string, unknown> {
    const { data } = this.cluster.objects.get(`/api/v1/namespaces/project-${id}/secrets/site-config`) ?? {}
    return JSON.parse(Buffer.from(data['config.json'], 'base64').toString('utf8'))
  }

  /** Signs in as the project's Administrator, at the pod itself, because the public address belongs to the ingress. */
  async signIn(id: string): Promise<number> {
    const { json } = await this.hq.act(id, 'reveal_admin_password')
    const answer = await fetch(`http://127.0.0.1:${this.podOf(id)?.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json.data),
    })
    return answer.status
  }

  /** The folder of a project's volume. */
  volumeOf(id: string): string {
    return join(this.cluster.root, this.claimOf(id).metadata.uid)
  }

  /** A call to a project's site, as its Administrator. */
  async atSite(id: string, method: string, path: string, body?: object) {
    const { port, metadata } = this.podOf(id) ?? {}
    const send = (how: string, to: string, content?: object, cookie = '') =>
      fetch(`http://127.0.0.1:${port}${to}`, {
        method: how,
        headers: { cookie, ...(content && { 'content-type': 'application/json' }) },
        ...(content && { body: JSON.stringify(content) }),
      })
    const known = this.#cookies.get(metadata?.uid)
    const signIn = async () => {
      const { json } = await this.hq.act(id, 'reveal_admin_password')
      const signedIn = await send('POST', '/api/auth/login', json.data)
      return signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    }
    const cookie = known ?? (await signIn())
    this.#cookies.set(metadata?.uid, cookie)
    const answer = await send(method, path, body, cookie)
    return { status: answer.status, json: await answer.json() }
  }

  async healthOf(id: string): Promise<number> {
    return (await this.hq.act(id, 'load_project_data')).json.data.health.ok
  }
}
