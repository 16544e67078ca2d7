import { refused } from '@tavla/contract'
import type { Context } from '../../entity/index.ts'

/**
 * Before anything is done to the user Administrator: only that person and the server itself may. A System Manager who set
 * its password or had its mail would become Administrator.
 * @throws Problem 403
 */
export function requireAdministrator({ system, actor }: Context): void {
  if (!system && actor.user !== 'Administrator') {
    throw refused({ text: 'Only Administrator may change Administrator.' })
  }
}
