import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteConfig } from '../config/site-config.ts'
import { demoUsers } from '../modules/core/seeds.ts'

/** The lines after `Ready`: where to open the site and how to sign in. */
export function signInLines(config: SiteConfig): string {
  const adminFile = join(config.dir, 'admin-password.txt')
  const demoFile = join(config.dir, 'demo-password.txt')
  const given = 'the one given at the first start'
  const lines = [
    `  Open      ${config.publicUrl}${config.apps.includes('hq') ? ' (HQ)' : ''}`,
    `  Sign in   Administrator, password: ${existsSync(adminFile) ? `see ${adminFile}` : given}`,
  ]
  if (config.apps.includes('sample')) {
    const password = existsSync(demoFile) ? readFileSync(demoFile, 'utf8').trim() : given
    const people = demoUsers.filter((user) => !user.hqOnly || config.apps.includes('hq'))
    // All of them share one password, here and on the demo project's site.
    for (const { email, role } of people) lines.push(`            ${email} (${role}), password: ${password}`)
  }
  return `${lines.join('\n')}\n`
}
