import type { Behaviour, Engine } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { appEntity } from '../apps.ts'
import { discoverEndpoints } from '../provider.ts'

const addresses = [
  'openid_configuration',
  'authorization_uri',
  'token_uri',
  'revocation_uri',
  'userinfo_uri',
  'introspection_uri',
]
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Rules of connected apps (reference: metadata, Rules of built-in entities): their addresses get secrets and tokens, so
 * they must be https or on this machine.
 */
export const connectedAppBehaviour = (site: Site): Behaviour => ({
  entity: 'Connected App',
  prepare: (engine, id, body) => fillEndpoints(site, engine, id, body),
  beforeSave({ after, model, reject }) {
    for (const name of addresses) {
      const address = after[name]
      if (address == null || isSafe(String(address))) continue
      const label = model.byName.get(name)?.rule.label ?? name
      reject(name, { text: 'The value for {0} is not valid', args: [{ translate: label }] })
    }
  },
})

/**
 * Fills blank endpoints from the provider's published configuration, if it can be read now (reference: metadata, Rules
 * of built-in entities).
 */
async function fillEndpoints(
  site: Site,
  engine: Engine,
  id: string | undefined,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const before =
    id === undefined ? undefined : await engine.rows(engine.models.require(appEntity)).byId(engine.store, id)
  const value = (name: string) => (Object.hasOwn(body, name) ? body[name] : before?.[name]) || null
  const source = value('openid_configuration')
  const blank = addresses.filter((name) => name !== 'openid_configuration' && value(name) === null)
  if (typeof source !== 'string' || !isSafe(source) || blank.length === 0) return body
  // A save that changes no address must not wait for the provider.
  if (before && !addresses.some((name) => Object.hasOwn(body, name) && body[name] !== before[name])) return body
  const clientId = value('client_id')
  const found = await discoverEndpoints(site, source, typeof clientId === 'string' ? clientId : null).catch(
    (error: unknown) => {
      site.logs.worker.warn({ app: id, error: String(error) }, 'endpoints not discovered')
      return {} as Record<string, unknown>
    },
  )
  return { ...body, ...Object.fromEntries(blank.flatMap((name) => (found[name] ? [[name, found[name]]] : []))) }
}

function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname))
}
