import { type Context, createIn, type Engine } from '../../entity/index.ts'
import { sentencePresenter } from '../../ground/sentences.ts'
import type { MakeModule } from '../../site.ts'
import { connectedAppActions } from './actions/connected-app.ts'
import { connectedAppBehaviour } from './behaviours/connected-app.ts'
import { oauthRoutes } from './routes.ts'
import { TokenKeeper } from './tokens.ts'

/**
 * Connected apps (reference: http-api, Connected apps): accounts at Google and other providers that users let the site
 * use in their name.
 */
const makeGoogleModule: MakeModule = (site) => {
  const keeper = new TokenKeeper(site)
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [connectedAppBehaviour(site), { entity: 'Token Cache', present: sentencePresenter(site, 'error') }],
    actions: connectedAppActions(site, keeper),
    closedTitles: ['Token Cache'],
    routes: oauthRoutes(site, keeper),
    provides: { tokens: keeper },
    seed: seedGoogle,
  }
}

export default makeGoogleModule

/**
 * Creates the app of every new site, which lacks only a client ID and secret (reference: configuration, First start).
 */
async function seedGoogle(engine: Engine, ctx: Context): Promise<void> {
  await engine.store.write(async (tx) => {
    if (await engine.rows(engine.models.require('Connected App')).exists(tx, google.id)) return
    await createIn(engine, ctx, tx, 'Connected App', google)
  })
}

const google = {
  id: 'google',
  provider_name: 'Google',
  authorization_uri: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
  revocation_uri: 'https://oauth2.googleapis.com/revoke',
  userinfo_uri: 'https://openidconnect.googleapis.com/v1/userinfo',
  scopes: ['openid', 'email', 'profile'].map((scope) => ({ scope })),
  query_parameters: [
    { key: 'access_type', value: 'offline' },
    { key: 'prompt', value: 'consent' },
    { key: 'include_granted_scopes', value: 'true' },
  ],
}
