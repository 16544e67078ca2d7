import { readExistingConfig, type SiteOptions } from '../config/site-config.ts'
import type { GivenPassword } from '../hosting/driver.ts'
import { type AskedSite, projectOf, siteHere } from './ask-site.ts'

export interface ResetWishes {
  user: string
  /** Data folder of a stand-alone site. */
  site?: string | undefined
  /** Id of a project of HQ. */
  project?: string | undefined
}

/**
 * Gives a user of HQ, of a site or of a project a generated password (reference: configuration, Passwords by command). A
 * running site does it itself; otherwise its data are taken for that time. Resolves to what to print.
 * @throws StartError with one sentence
 */
export async function resetPassword(dir: string, options: SiteOptions, wishes: ResetWishes): Promise<string> {
  const site = await siteOf(dir, options, wishes)
  const { user, password } = await site.ask<GivenPassword>('reset_password', wishes.user)
  return `New password of ${user}: ${password}\n`
}

async function siteOf(dir: string, options: SiteOptions, { site, project }: ResetWishes): Promise<AskedSite> {
  if (site !== undefined) return siteHere(readExistingConfig(site, options))
  const hq = readExistingConfig(dir, options)
  return project === undefined ? siteHere(hq) : projectOf(hq, project)
}
