import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, TestApi } from './testing-api.ts'
import { check, checkUnchanged, insecure, merged, Refusal, without } from './testing-patch.ts'
import { TestPod } from './testing-pod.ts'
import type { AnyObject } from './testing-schema.ts'

const object = /^\/(?:api|apis\/[^/]+)\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)\/([^/]+)$/
const collection = /^\/(?:api|apis\/[^/]+)\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)$/

/**
 * A cluster for tests: the part of the Kubernetes API that the driver uses, on a loopback port. It refuses every object
 * that the published schema refuses, turns deployments into pods, and runs pods as real processes.
 */
export class TestCluster extends TestApi {
  readonly root = mkdtempSync(join(tmpdir(), 'cluster-'))
  /** Objects by their address. */
  readonly objects = new Map<string, AnyObject>()
  readonly pods: TestPod[] = []
  readonly images = new Set(['registry.example.com/tavla:1'])
  /** Returns why an object may not be made, as a quota does. */
  quota: (object: AnyObject) => string | undefined = () => undefined
  podQuota: string | undefined
  noRoom: string | undefined
  readonly #applied = new Map<string, AnyObject>()

  async remove(): Promise<void> {
    for (const pod of this.pods) if (pod.pid !== undefined) process.kill(pod.pid, 'SIGKILL')
    await this.goAway()
    rmSync(this.root, { recursive: true, force: true })
  }

  /** Existing pods of a namespace. */
  podsIn(namespace: string): TestPod[] {
    return this.pods.filter(({ metadata }) => metadata.namespace === namespace)
  }

  protected serve(call: Call): unknown {
    const { method, path, query, body } = call
    if (path === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.2' }
    if (path === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' && method === 'POST') {
      check(body)
      const { verb, resource, subresource } = body.spec.resourceAttributes
      const right = `${verb} ${resource}${subresource ? `/${subresource}` : ''}`
      return { ...body, status: { allowed: !this.denied.has(right) } }
    }
    const [, logNamespace, logPod] = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/log$/.exec(path) ?? []
    if (logNamespace) return this.#log(logNamespace, logPod ?? '', query)
    if (path.endsWith('/scale') && method === 'PATCH') {
      const { replicas } = body.spec
      this.#patch({ ...call, path: path.replace(/\/scale$/, ''), body: { spec: { replicas } } })
      return { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas } }
    }
    const [, , listed] = collection.exec(path) ?? []
    if (listed && method === 'GET') return this.#list(path, listed, query)
    if (!object.test(path)) throw new Refusal(404, 'NotFound', 'the server could not find the requested resource')
    if (method === 'PATCH') return this.#patch(call)
    if (method === 'DELETE') return this.#delete(path, body)
    if (method === 'GET') return this.#require(path)
    throw new Refusal(405, 'MethodNotAllowed', method)
  }

  #require(path: string): AnyObject {
    const found = this.objects.get(path)
    if (found) return found
    const [, , kind, name] = object.exec(path) ?? []
    throw new Refusal(404, 'NotFound', `${kind} "${name}" not found`)
  }

  #list(path: string, kind: string, query: URLSearchParams): AnyObject {
    const wanted = (query.get('labelSelector') ?? '').split(',').filter(Boolean)
    const isIn = (key: string) => key.startsWith(`${path}/`)
    // Without a namespace the list has the objects of all of them.
    const isOfAll = (key: string) => !path.includes('/namespaces') && object.exec(key)?.[2] === kind
    const all =
      kind === 'pods'
        ? this.podsIn(path.split('/')[4] ?? '').map((pod) => pod.toObject())
        : [...this.objects]
            .filter(([key]) => (isIn(key) && !key.slice(path.length + 1).includes('/')) || isOfAll(key))
            .map(([, one]) => one)
    const fits = ({ metadata }: AnyObject) =>
      wanted.every((one) => `${one}` === `${one.split('=')[0]}=${metadata.labels?.[one.split('=')[0] ?? '']}`)
    return { kind: 'List', apiVersion: 'v1', items: all.filter(fits) }
  }

  #patch({ path, query, type, body }: Call): AnyObject {
    if (query.get('fieldValidation') !== 'Strict')
      throw new Refusal(400, 'BadRequest', 'the tests want strict field validation')
    if (!query.get('fieldManager')) throw new Refusal(400, 'BadRequest', 'PatchOptions.fieldManager: Required value')
    const isApply = type === 'application/apply-patch+yaml'
    if (!isApply && type !== 'application/merge-patch+json') throw new Refusal(415, 'UnsupportedMediaType', type)
    const old = this.objects.get(path)
    if (!old && !isApply) this.#require(path)
    const [, namespace, , name] = object.exec(path) ?? []
    if (namespace) {
      const { metadata } = this.#require(`/api/v1/namespaces/${namespace}`)
      if (metadata.deletionTimestamp) throw new Refusal(403, 'Forbidden', `namespace ${namespace} is being terminated`)
    }
    const { status, metadata = {}, ...rest } = old ?? {}
    const { uid, generation, creationTimestamp, deletionTimestamp, ...own } = metadata
    const before = isApply
      ? without({ ...rest, metadata: own }, this.#applied.get(path), body)
      : { ...rest, metadata: own }
    const after = merged(before, body)
    check(after)
    if (after.metadata.name !== name || (after.metadata.namespace ?? namespace) !== namespace) {
      throw new Refusal(400, 'BadRequest', 'the name of the object does not match the name on the URL')
    }
    checkUnchanged(old, after)
    const reason = old ? undefined : this.quota(after)
    if (reason !== undefined) throw new Refusal(403, 'Forbidden', reason)
    const isNewSpec = JSON.stringify(old?.spec) !== JSON.stringify(after.spec)
    const stored = {
      ...after,
      metadata: {
        ...after.metadata,
        uid: uid ?? crypto.randomUUID(),
        creationTimestamp: creationTimestamp ?? new Date().toISOString(),
        generation: (generation ?? 0) + (isNewSpec ? 1 : 0),
      },
      status: status ?? {},
    }
    if (isApply) this.#applied.set(path, body)
    this.objects.set(path, stored)
    if (namespace) this.#sync(namespace)
    return stored
  }

  #delete(path: string, { gracePeriodSeconds }: AnyObject): AnyObject {
    const [, namespace = '', kind, name] = object.exec(path) ?? []
    if (kind === 'pods') {
      const pod = this.podsIn(namespace).find(({ metadata }) => metadata.name === name)
      if (!pod) throw new Refusal(404, 'NotFound', `pods "${name}" not found`)
      pod.terminate(gracePeriodSeconds ?? pod.spec.terminationGracePeriodSeconds)
      return pod.toObject()
    }
    this.#require(path)
    const gone =
      kind === 'namespaces'
        ? [...this.objects.keys()].filter((key) => key === path || key.includes(`/namespaces/${name}/`))
        : [path]
    for (const key of gone) {
      const { kind: what, metadata } = this.objects.get(key) as AnyObject
      if (what === 'PersistentVolumeClaim') rmSync(join(this.root, metadata.uid), { recursive: true, force: true })
      this.objects.delete(key)
      this.#applied.delete(key)
    }
    this.#sync(kind === 'namespaces' ? String(name) : namespace)
    return { kind: 'Status', apiVersion: 'v1', status: 'Success' }
  }

  /**
   * Does the work of the cluster's controllers: one pod for the deployment, of its newest template, once the old pod is
   * gone.
   */
  #sync(namespace: string): void {
    const gone = this.pods.filter(({ isGone }) => isGone)
    for (const pod of gone) this.pods.splice(this.pods.indexOf(pod), 1)
    const deployment = this.objects.get(`/apis/apps/v1/namespaces/${namespace}/deployments/site`)
    const template = deployment && JSON.stringify(deployment.spec.template)
    const wanted = deployment ? (deployment.spec.replicas ?? 1) : 0
    const pods = this.podsIn(namespace)
    for (const pod of pods) {
      if ((wanted === 0 || pod.template !== template) && !pod.metadata.deletionTimestamp) {
        pod.terminate(pod.spec.terminationGracePeriodSeconds)
      }
    }
    if (!deployment) return
    const refusal =
      wanted > 0 ? (this.podQuota ?? insecure(this.#require(`/api/v1/namespaces/${namespace}`), deployment)) : undefined
    const left = this.podsIn(namespace).filter(({ metadata, isGone }) => !isGone && !metadata.deletionTimestamp)
    if (wanted > 0 && this.podsIn(namespace).length === 0 && refusal === undefined)
      left.push(this.#makePod(namespace, deployment))
    const failure = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: refusal }
    deployment.status = {
      observedGeneration: deployment.metadata.generation,
      replicas: left.length,
      updatedReplicas: left.filter((pod) => pod.template === template).length,
      readyReplicas: left.filter((pod) => pod.isReady).length,
      conditions: refusal === undefined ? [] : [failure],
    }
  }

  #makePod(namespace: string, { spec: { template } }: AnyObject): TestPod {
    const { claimName } = template.spec.volumes.find(
      (one: AnyObject) => one.persistentVolumeClaim,
    ).persistentVolumeClaim
    const claim = this.#require(`/api/v1/namespaces/${namespace}/persistentvolumeclaims/${claimName}`)
    const volume = join(this.root, claim.metadata.uid)
    mkdirSync(volume, { recursive: true })
    const secret = this.objects.get(`/api/v1/namespaces/${namespace}/secrets/site-config`)
    const { root, images, noRoom } = this
    const changed = () => this.#sync(namespace)
    const pod = new TestPod({ namespace, template, root, volume, secret, images, noRoom, changed })
    this.pods.push(pod)
    return pod
  }

  /** Port of the ready pod that a service selects. */
  protected endpoint(namespace: string, name: string, portName: string): number {
    const { spec } = this.#require(`/api/v1/namespaces/${namespace}/services/${name}`)
    const { targetPort } = spec.ports.find((one: AnyObject) => one.name === portName) ?? {}
    const selected = this.podsIn(namespace).filter(
      ({ metadata, isReady }) =>
        isReady && Object.entries(spec.selector).every(([key, value]) => metadata.labels[key] === value),
    )
    const pod = selected.find((one) =>
      one.spec.containers[0].ports.some((known: AnyObject) => known.name === targetPort),
    )
    if (!pod) throw new Refusal(503, 'ServiceUnavailable', `no endpoints available for service "${name}"`)
    return pod.port
  }

  #log(namespace: string, name: string, query: URLSearchParams): Buffer {
    const pod = this.podsIn(namespace).find(({ metadata }) => metadata.name === name)
    if (!pod) throw new Refusal(404, 'NotFound', `pods "${name}" not found`)
    if (query.get('container') !== pod.spec.containers[0].name)
      throw new Refusal(400, 'BadRequest', 'container is not valid')
    const isPrevious = query.get('previous') === 'true'
    const log = isPrevious ? pod.previousLog : pod.log
    if (!log) throw new Refusal(400, 'BadRequest', `previous terminated container "site" in pod "${name}" not found`)
    return log.subarray(0, Number(query.get('limitBytes') ?? Number.MAX_SAFE_INTEGER))
  }
}
