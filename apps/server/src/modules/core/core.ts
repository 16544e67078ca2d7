import type { Site } from '../../site.ts'
import { SiteAccounts } from './accounts.ts'
import { Credentials } from './credentials.ts'
import { SecurityLog } from './security/security-log.ts'
import { SiteSessions } from './sessions.ts'

/** Shared by the files of this module. */
export interface Core {
  readonly site: Site
  readonly credentials: Credentials
  readonly sessions: SiteSessions
  readonly accounts: SiteAccounts
  readonly security: SecurityLog
}

export function makeCore(site: Site): Core {
  const credentials = new Credentials(site)
  const sessions = new SiteSessions(site)
  return {
    site,
    credentials,
    sessions,
    accounts: new SiteAccounts(site, credentials, sessions),
    security: new SecurityLog(site),
  }
}
