import { textOf } from '@tavla/contract'
import { version } from '../ground/version.ts'
import { type ControlServer, openControl } from '../hosting/control-server.ts'
import { endHqSessions } from '../http/end-hq-sessions.ts'
import { failedMessages } from '../http/failed-messages.ts'
import { orRefused } from '../http/or-refused.ts'
import { siteDefinitions } from '../http/site-definitions.ts'
import { FactsOfSite } from '../http/site-facts.ts'
import { siteInfo } from '../http/site-info.ts'
import { siteRecords } from '../http/site-records.ts'
import type { ProjectQuestion, RestoreWish, Site } from '../site.ts'
import { copySite } from './copy-site.ts'
import { proveSite } from './prove-site.ts'

/**
 * Lets HQ, or another holder of the instance secret, watch and stop this process (reference: hosting, Control socket).
 * `listening` resolves to the port.
 */
export function openControlSocket(site: Site, listening: Promise<number>, stop: () => void): Promise<ControlServer> {
  const { config } = site
  const startedAt = Date.now()
  const facts = new FactsOfSite(site)
  return openControl(config.dir, config.instanceSecret, {
    ready: async () => ({ site: config.siteId, port: await listening, version, startedAt }),
    health: async () => {
      const status = await site.health.status()
      // A restart does not help a site whose database is away.
      return { ok: status === 'ok' || status === 'database', status }
    },
    info: () => siteInfo(site),
    facts: () => facts.read(),
    failed_messages: (frame) => failedMessages(site, frame),
    reset_password: (user) => site.accounts.resetByCommand(user),
    copy: (target, caller) => copySite(site, String(target), caller),
    prove: () => proveSite(site),
    definitions: (order) => siteDefinitions(site, order),
    records: (order) => siteRecords(site, order),
    backup: (project) => {
      if (!site.backupMaker) throw new Error('This site is no HQ.')
      return project === undefined ? site.backupMaker.list() : site.backupMaker.make(textOf(project))
    },
    restore: (wish) => {
      const { backupMaker } = site
      if (!backupMaker) throw new Error('This site is no HQ.')
      return orRefused(() => backupMaker.restore(wish as RestoreWish))
    },
    project: (question) => {
      const { projectCalls } = site
      if (!projectCalls) throw new Error('This site is no HQ.')
      return orRefused(() => projectCalls.ask(question as ProjectQuestion))
    },
    end_hq_sessions: (order) => endHqSessions(site, order),
    allow_origins: (origins) => {
      if (!Array.isArray(origins)) return
      config.allowedOrigins.clear()
      for (const origin of origins) config.allowedOrigins.add(String(origin))
    },
    stop,
  })
}
