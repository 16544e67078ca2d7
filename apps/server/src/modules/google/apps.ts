import { invalid, type Problem, recordNotFound, textOrNull } from '@tavla/contract'
import { openSecret, readTables, type StoredRow } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/** A connected app as the server uses it, with its secret in clear text. */
export interface App {
  id: string
  providerName: string
  clientId: string | null
  clientSecret: string | null
  redirectUri: string | null
  authorizationUri: string | null
  tokenUri: string | null
  revocationUri: string | null
  userinfoUri: string | null
  scopes: string[]
  queryParameters: [key: string, value: string][]
}

export const appEntity = 'Connected App'
export const settingsEntity = 'Google Settings'

/** @throws Problem 404 */
export async function readApp(site: Site, id: string): Promise<App> {
  const { engine, store } = site
  const model = engine.models.require(appEntity)
  const row = await engine.rows(model).byId(store, id)
  if (!row) throw recordNotFound(appEntity, id)
  const { scopes = [], query_parameters = [] } = await readTables(engine, store, model, id)
  const credentials = await credentialsOf(site, row)
  return {
    id,
    providerName: textOrNull(row.provider_name) ?? id,
    ...credentials,
    redirectUri: textOrNull(row.redirect_uri),
    authorizationUri: textOrNull(row.authorization_uri),
    tokenUri: textOrNull(row.token_uri),
    revocationUri: textOrNull(row.revocation_uri),
    userinfoUri: textOrNull(row.userinfo_uri),
    scopes: scopes.map(({ scope }) => String(scope)),
    queryParameters: query_parameters.map(({ key, value }) => [String(key), String(value ?? '')]),
  }
}

/**
 * The credentials of an app; those of Google Settings if it is Google's and has none (reference: http-api, Connected
 * apps).
 */
async function credentialsOf(site: Site, row: StoredRow): Promise<Pick<App, 'clientId' | 'clientSecret'>> {
  const { engine, store } = site
  if (row.client_id != null || row.provider_name !== 'Google') {
    return { clientId: textOrNull(row.client_id), clientSecret: openSecret(engine, appEntity, row, 'client_secret') }
  }
  const settings = await engine.rows(engine.models.require(settingsEntity)).byId(store, settingsEntity)
  if (settings?.enable !== 1) return { clientId: null, clientSecret: null }
  return {
    clientId: textOrNull(settings.client_id),
    clientSecret: openSecret(engine, settingsEntity, settings, 'client_secret'),
  }
}

/** 417 for an app without a client ID or secret. */
export function notSetUp({ providerName }: App): Problem {
  return providerName === 'Google'
    ? invalid('Google is not set up yet. Add a client ID and secret.')
    : invalid('{0} is not set up yet. Add a client ID and secret.', [providerName])
}
