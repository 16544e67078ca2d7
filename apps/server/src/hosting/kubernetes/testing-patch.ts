import { type AnyObject, problemsOf } from './testing-schema.ts'

/** Refuses a call as the API of a cluster does. */
export class Refusal extends Error {
  readonly code: number
  readonly reason: string

  constructor(code: number, reason: string, message: string) {
    super(message)
    this.code = code
    this.reason = reason
  }
}

/** @throws Refusal */
export function check(sent: AnyObject): void {
  const [problem, ...more] = problemsOf(sent)
  if (problem !== undefined)
    throw new Refusal(422, 'Invalid', `${sent.kind} is invalid: ${[problem, ...more].join(', ')}`)
}

/** @throws Refusal */
export function checkUnchanged(old: AnyObject | undefined, after: AnyObject): void {
  if (!old) return
  const fixed =
    after.kind === 'Deployment' ? 'selector' : after.kind === 'PersistentVolumeClaim' ? 'accessModes' : undefined
  if (fixed && JSON.stringify(old.spec[fixed]) !== JSON.stringify(after.spec[fixed])) {
    throw new Refusal(422, 'Invalid', `spec.${fixed}: Invalid value: field is immutable`)
  }
  if (after.kind === 'PersistentVolumeClaim' && old.spec.storageClassName !== after.spec.storageClassName) {
    throw new Refusal(422, 'Invalid', 'spec: Forbidden: spec is immutable after creation')
  }
}

/** The fault that the standard "restricted" finds with a pod. */
export function insecure({ metadata }: AnyObject, { spec: { template } }: AnyObject): string | undefined {
  if (metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted') return undefined
  const { securityContext, containers } = template.spec
  const isRight =
    securityContext?.runAsNonRoot === true &&
    securityContext.seccompProfile?.type === 'RuntimeDefault' &&
    containers.every(
      ({ securityContext: own }: AnyObject) =>
        own?.allowPrivilegeEscalation === false && own.capabilities?.drop?.includes('ALL') && !own.capabilities.add,
    )
  return isRight ? undefined : 'pods "site" is forbidden: violates PodSecurity "restricted:latest"'
}

const isPlain = (value: unknown): value is AnyObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges a change: `null` removes a key, and a list replaces a list. */
export function merged(old: AnyObject, change: AnyObject): AnyObject {
  const result = { ...old }
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete result[key]
    else result[key] = isPlain(value) ? merged(isPlain(old[key]) ? old[key] : {}, value) : value
  }
  return result
}

/** Drops the fields that were applied before and no longer are. */
export function without(now: AnyObject, applied: AnyObject | undefined, next: AnyObject): AnyObject {
  const result = { ...now }
  for (const [key, value] of Object.entries(applied ?? {})) {
    if (!(key in next)) delete result[key]
    else if (isPlain(value) && isPlain(next[key]) && isPlain(now[key]))
      result[key] = without(now[key], value, next[key])
  }
  return result
}
