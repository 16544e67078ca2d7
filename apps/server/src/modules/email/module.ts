import type { MakeModule } from '../../site.ts'
import { communicationActions } from './actions/communication.ts'
import { rotateHookToken } from './actions/email-account.ts'
import { emailQueueActions } from './actions/email-queue.ts'
import { communicationBehaviour } from './behaviours/communication.ts'
import { emailAccountBehaviour } from './behaviours/email-account.ts'

const makeEmailModule: MakeModule = (site) => ({
  app: 'platform',
  entities: new URL('./entities/', import.meta.url),
  behaviours: [communicationBehaviour, emailAccountBehaviour],
  actions: [...communicationActions, ...emailQueueActions(site), rotateHookToken],
})

export default makeEmailModule
