import { invalid, refused } from '@tavla/contract'
import { type Action, type Context, readTables } from '../../../entity/index.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import { appEntity } from '../apps.ts'
import { beginFlow } from '../flow.ts'
import { type TokenKeeper, tokenEntity } from '../tokens.ts'

type Data = Readonly<Record<string, unknown>>

/**
 * Actions that connect an account and manage the connection (reference: http-api, Actions): users their own, managers
 * any.
 */
export const connectedAppActions = (site: Site, keeper: TokenKeeper): Action[] => [
  action('initiate_web_application_flow', (ctx, appId, user, { success_uri }) => {
    const successUri = success_uri === undefined || success_uri === null ? `${site.config.publicUrl}/` : success_uri
    if (typeof successUri !== 'string') throw invalid('The return address is not allowed')
    return beginFlow(site, keeper, ctx, { appId, user, successUri })
  }),
  action('get_token_status', async ({ language }, app, user) => {
    const row = await keeper.statusOf(app, user)
    if (!row) return { status: null, account_email: null, scopes: [], expires_at: null, error: null }
    const { engine, store } = site
    const model = engine.models.require(tokenEntity)
    const { scopes = [] } = await readTables(engine, store, model, String(row.id))
    return {
      status: row.status,
      account_email: row.account_email,
      scopes: scopes.map(({ scope }) => scope),
      expires_at: row.expires_at == null ? null : engine.clock.toWall(String(row.expires_at)),
      error: translateSentence(site, row.error, language),
    }
  }),
  action('refresh_token', async (_ctx, app, user) => {
    await keeper.renew(app, user)
    return { status: (await keeper.find(app, user))?.status ?? null }
  }),
  action('revoke_token', async (_ctx, app, user) => {
    await keeper.revoke(app, user)
    return { status: 'Revoked' }
  }),
]

function action(name: string, run: (ctx: Context, app: string, user: string, data: Data) => Promise<unknown>): Action {
  return {
    entity: appEntity,
    name,
    needs: 'read',
    effect: 'outside',
    run: (_engine, ctx, { id }, data) => run(ctx, id, userOf(ctx, data), data),
  }
}

/** @throws Problem 403 for another user's connection, unless a manager asks */
function userOf({ actor }: Context, { user }: Data): string {
  if (user === undefined || user === null || user === '' || user === actor.user) return actor.user
  if (typeof user !== 'string' || !(actor.all || actor.roles.has('System Manager'))) throw refused()
  return user
}
