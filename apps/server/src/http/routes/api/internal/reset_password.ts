import { notPossibleNow } from '@tavla/contract'
import { StartError } from '../../../../ground/start-error.ts'
import { bodyOf } from '../../../body.ts'
import { requireHq } from '../../../from-hq.ts'
import { orRefused } from '../../../or-refused.ts'
import type { RouteFile } from '../../../routes.ts'

/** Gives a user of this site a generated password, for HQ only: `{"user"}` → `{"user","password"}`. */
const routes: RouteFile = (app) => {
  app.post('', { config: { guest: true, ownProof: true } }, (request) => {
    requireHq(request)
    return orRefused(async () => {
      try {
        return await app.site.accounts.resetByCommand(bodyOf(request).user)
      } catch (error) {
        throw error instanceof StartError ? notPossibleNow({ text: error.message }) : error
      }
    })
  })
}

export default routes
