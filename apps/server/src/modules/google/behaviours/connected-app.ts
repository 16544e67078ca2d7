import type { Behaviour } from '../../../entity/types.ts'

const addresses = [
  'openid_configuration',
  'authorization_uri',
  'token_uri',
  'revocation_uri',
  'userinfo_uri',
  'introspection_uri',
]
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Connected apps (contract 3.13): secrets and tokens go to these addresses, so they are https, or on this machine. */
export const connectedAppBehaviour: Behaviour = {
  entity: 'Connected App',
  beforeSave({ after, model, reject }) {
    for (const name of addresses) {
      const address = after[name]
      if (address == null || isSafe(String(address))) continue
      const label = model.byName.get(name)?.rule.label ?? name
      reject(name, { text: 'The value for {0} is not valid', args: [{ translate: label }] })
    }
  },
}

function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname))
}
