import { loginFailed } from '@tavla/contract'
import { createIn, systemContext } from '../../../../entity/index.ts'
import { type LoginClaims, readLoginToken } from '../../../../ground/login-token.ts'
import type { SignInResult, Site } from '../../../../site.ts'
import { usingReserve } from '../../../../store/full-disk.ts'
import { sql } from '../../../../store/sql.ts'
import { noteAccount, noteOutcome } from '../../../account-notes.ts'
import { bodyOf } from '../../../body.ts'
import { callerOf } from '../../../caller.ts'
import type { RouteFile } from '../../../routes.ts'

/** Signs in a person sent by HQ, with a token that works once (reference: hosting, Operator sign-in). */
const routes: RouteFile = (app) => {
  const { site } = app

  app.post('', { config: { guest: true } }, async (request, reply) => {
    const { config, sessions, accounts } = site
    const claims = readLoginToken(config.instanceSecret, config.siteId, bodyOf(request).token)
    const events = { done: 'Token Used', refused: 'Token Refused', account: claims?.sub, userOf } as const
    const { answer, cookies } = await noteOutcome(request, events, async () => {
      if (!claims) throw loginFailed()
      // A person sent by HQ can free space on a full disk.
      await usingReserve(() => markUsed(site, claims, request.id))
      const { sub: id, name, role, iat } = claims
      const person = { id, name, role, minted: iat * 1000 }
      return accounts.signInFromHq(person, callerOf(request), request.id)
    })
    noteAccount(request, { event: 'Signed In', outcome: 'Allowed', user: answer.user })
    await sessions.leave(request.session, request.headers.cookie)
    reply.header('set-cookie', cookies)
    return answer
  })
}

export default routes

const userOf = ({ answer }: SignInResult) => answer.user

const usedKey = (jti: string) => `used token ${jti}`

/** Records the use durably, with a Version row for the audit. @throws Problem 401 when the token was already used */
async function markUsed(site: Site, claims: LoginClaims, requestId: string): Promise<void> {
  const { engine } = site
  const ctx = systemContext(engine, requestId)
  const now = String(Math.floor(Date.now() / 1000)).padStart(12, '0')
  await engine.store.write(async (tx) => {
    await tx.run(sql`delete from site where key like 'used token %' and value < ${now}`)
    const expires = String(claims.exp).padStart(12, '0')
    const inserted = await tx.run(
      sql`insert into site (key, value) values (${usedKey(claims.jti)}, ${expires}) on conflict (key) do nothing`,
    )
    if (inserted === 0) throw loginFailed()
    const data = { action: 'login_with_token', hq_user: claims.sub, hq_role: claims.role }
    await createIn(engine, ctx, tx, 'Version', {
      ref_entity: 'User',
      ref_id: userIdOf(claims),
      action: 'Action',
      user: 'Administrator',
      at: engine.clock.nowUtc(),
      request_id: requestId,
      operation_id: ctx.operation.id,
      data,
    })
  })
}

const userIdOf = ({ role, sub }: LoginClaims) => (role === 'Operator' ? sub.toLowerCase() : 'Administrator')
