import { sentencePresenter } from '../../ground/sentences.ts'
import type { MakeModule } from '../../site.ts'
import { communicationActions } from './actions/communication.ts'
import { emailAccountActions, rotateHookToken } from './actions/email-account.ts'
import { emailQueueActions } from './actions/email-queue.ts'
import { scheduledActions } from './actions/scheduled.ts'
import { ReplyAddresses } from './answers.ts'
import { communicationBehaviour } from './behaviours/communication.ts'
import { emailAccountBehaviour } from './behaviours/email-account.ts'
import { markOldAccounts } from './old-accounts.ts'
import { OpenCommunicationCounts } from './open-communications.ts'
import { noteRestored } from './receive/auto-reply.ts'
import { Inboxes, leaveMailboxes } from './receive/inboxes.ts'
import { emailRoutes } from './routes.ts'
import { sealOldKeys } from './send/old-keys.ts'
import { takeRefusals } from './send/recipients.ts'
import { emailSender } from './send/sender.ts'
import { SmtpPools } from './send/smtp.ts'

const makeEmailModule: MakeModule = (site) => {
  const pools = new SmtpPools(site)
  const inboxes = new Inboxes(site)
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [
      communicationBehaviour(site),
      emailAccountBehaviour(site),
      {
        entity: 'Email Queue',
        present: sentencePresenter(site, 'error'),
        async afterDelete({ tx, id }) {
          await takeRefusals(tx, id)
          await site.outbox.forget(tx, 'email', id)
        },
      },
      { entity: 'Webhook Log', present: sentencePresenter(site, 'error') },
    ],
    actions: [
      ...communicationActions,
      ...scheduledActions(site),
      ...emailQueueActions(site),
      ...emailAccountActions(site),
      rotateHookToken,
    ],
    counted: new OpenCommunicationCounts(),
    routes: emailRoutes(site),
    provides: { answers: new ReplyAddresses(site) },
    async restored({ isNew }) {
      await noteRestored(site.engine)
      if (isNew) await leaveMailboxes(site.engine)
    },
    async start() {
      await sealOldKeys(site)
      await markOldAccounts(site)
      site.outbox.register(emailSender(site, pools))
    },
    // A copy of a project would take mail away from the project itself.
    listening: () => {
      if (site.config.reach === 'people') site.inBackground(inboxes.start())
    },
    async stop() {
      pools.close()
      await inboxes.stop()
    },
  }
}

export default makeEmailModule
