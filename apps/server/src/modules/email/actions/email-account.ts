import { randomBytes } from 'node:crypto'
import { updateRecord } from '../../../entity/index.ts'
import type { Action } from '../../../entity/types.ts'

/** The token that proves mail to come from who was told it (contract 3.7, 3.12); it is shown this once. */
export const rotateHookToken: Action = {
  entity: 'Email Account',
  name: 'rotate_hook_token',
  needs: 'write',
  role: 'System Manager',
  async run(engine, ctx, { id }) {
    const hook_token = randomBytes(24).toString('base64url')
    await updateRecord(engine, { ...ctx, system: true }, 'Email Account', id, { hook_token })
    return { hook_token }
  },
}
