import { refused } from '@tavla/contract'
import type { Context } from '../../entity/index.ts'

/**
 * Allows changes of the user Administrator only to that user and the server. A System Manager who could set its
 * password or read its mail would become Administrator.
 * @throws Problem 403
 */
export function requireAdministrator({ system, actor }: Context): void {
  if (!system && actor.user !== 'Administrator') {
    throw refused({ text: 'Only Administrator may change Administrator.' })
  }
}
