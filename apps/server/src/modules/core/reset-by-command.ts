import { createIn, systemContext, updateIn } from '../../entity/index.ts'
import { generatePassword } from '../../ground/generated-password.ts'
import { StartError } from '../../ground/start-error.ts'
import type { Site } from '../../site.ts'
import { isOfHq, signInThroughHq, userByName } from './people.ts'

/**
 * Gives a user a generated password, enables them and ends their sessions, with a Version (reference: hosting,
 * Control socket). The caller holds the site's data, so nobody's rights are checked.
 * @throws StartError when nobody has that name, or they have no password here
 */
export async function resetByCommand(site: Site, name: unknown): Promise<{ user: string; password: string }> {
  const { engine } = site
  const found = typeof name === 'string' ? await userByName(site, name.trim()) : undefined
  if (!found || found.id === 'Guest') throw new StartError(`This site has no user ${String(name)}.`)
  if (isOfHq(found)) throw new StartError(signInThroughHq.text)
  const user = String(found.id)
  const password = generatePassword()
  const ctx = systemContext(engine)
  await engine.store.write(async (tx) => {
    await updateIn(engine, ctx, tx, 'User', user, { new_password: password, enabled: 1 })
    await createIn(engine, ctx, tx, 'Version', {
      ref_entity: 'User',
      ref_id: user,
      action: 'Action',
      at: engine.clock.nowUtc(),
      request_id: ctx.requestId,
      operation_id: ctx.operation.id,
      data: { action: 'reset_password' },
    })
  })
  site.security.note({ event: 'Password Changed', outcome: 'Allowed', account: user, detail: 'tavla reset-password' })
  await site.security.settled()
  return { user, password }
}
