import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../../config/site-config.ts'
import { type Context, createIn, type Engine, updateIn } from '../../entity/index.ts'
import { generatePassword } from '../../ground/generated-password.ts'
import type { Core } from './core.ts'
import { hashPassword } from './passwords.ts'

/**
 * Creates the records of a new site (reference: configuration, First start). Runs again after an interrupted start and
 * keeps existing records.
 */
export async function seedCore(core: Core, engine: Engine, ctx: Context): Promise<void> {
  const { config } = core.site
  const isHq = config.apps.includes('hq')
  const adminPassword = config.adminPassword ?? readOrMakePassword(core, 'admin-password.txt')
  const adminHash = await hashPassword(adminPassword)
  const needsAdmin = (await core.credentials.hashOf(engine.store, 'Administrator')) === undefined
  await engine.store.write(async (tx) => {
    const settings = { default_language: config.defaultLanguage, time_zone: config.timeZone }
    await updateIn(engine, ctx, tx, 'System Settings', 'System Settings', settings)
    const ensure = async (entity: string, id: string, body: Record<string, unknown>) => {
      if (!(await engine.rows(engine.models.require(entity)).exists(tx, id)))
        await createIn(engine, ctx, tx, entity, body)
    }
    for (const [role_name, description] of roles) {
      if (role_name !== 'Operator' || isHq) await ensure('Role', role_name, { role_name, description, is_core: 1 })
    }
    for (const [role_profile, held] of profiles(isHq)) {
      await ensure('Role Profile', role_profile, { role_profile, roles: held.map((role) => ({ role })) })
    }
    if (needsAdmin) await core.credentials.setIn(tx, 'Administrator', adminHash)
    const language = config.defaultLanguage
    // Email addresses are unique, and on a project's site this one belongs to the invited manager.
    const email = (isHq && config.adminEmail) || 'administrator@site.invalid'
    await ensure('User', 'Administrator', { id: 'Administrator', email, full_name: 'Administrator', language })
    const guest = { id: 'Guest', email: 'guest@site.invalid', full_name: 'Guest', language, enabled: 0 }
    await ensure('User', 'Guest', guest)
  })
  await inviteManager(core, engine, ctx)
}

/** Creates the demo users, with one password for all (reference: configuration, First start). */
export async function seedDemoUsers(core: Core, engine: Engine, ctx: Context): Promise<void> {
  const { config } = core.site
  if (!config.hasDemoPeople) return
  const hash = await hashPassword(config.demoPassword ?? readOrMakePassword(core, 'demo-password.txt'))
  await engine.store.write(async (tx) => {
    for (const { email, full_name, role, hqOnly } of demoUsers) {
      if (hqOnly && !config.apps.includes('hq')) continue
      if (await engine.rows(engine.models.require('User')).exists(tx, email)) continue
      await core.credentials.setIn(tx, email, hash)
      await createIn(engine, ctx, tx, 'User', { email, full_name, language: config.defaultLanguage, roles: [{ role }] })
    }
  })
}

export const demoUsers: readonly { email: string; full_name: string; role: string; hqOnly?: true }[] = [
  { email: 'staff@example.com', full_name: 'Noa Bar', role: 'Staff' },
  { email: 'manager@example.com', full_name: 'Dana Levi', role: 'System Manager' },
  { email: 'operator@example.com', full_name: 'Omer Katz', role: 'Operator', hqOnly: true },
]

const roles: readonly (readonly [name: string, description: string])[] = [
  ['Administrator', 'The user Administrator alone; passes every check'],
  ['System Manager', 'Runs the site: users, roles, settings and accounts'],
  ['Operator', 'Works with projects and servers'],
  ['Staff', 'Everyday work'],
  ['All', 'Everyone who is signed in'],
  ['Guest', 'Everyone who is not signed in'],
]

function profiles(isHq: boolean): readonly (readonly [name: string, roles: readonly string[]])[] {
  return [
    ['Operators', isHq ? ['Operator'] : ['System Manager', 'Staff']],
    ['Staff', ['Staff']],
  ]
}

/** Invites the manager of a new site, who becomes System Manager and chooses a password. */
async function inviteManager(core: Core, engine: Engine, ctx: Context): Promise<void> {
  const email = core.site.config.adminEmail?.toLowerCase()
  if (!email || core.site.config.apps.includes('hq')) return
  await engine.store.write(async (tx) => {
    if (await engine.rows(engine.models.require('User')).exists(tx, email)) return
    await createIn(engine, ctx, tx, 'User', {
      email,
      full_name: email.split('@', 1)[0],
      language: core.site.config.defaultLanguage,
      roles: [{ role: 'System Manager' }, { role: 'Staff' }],
      send_welcome_email: 1,
    })
  })
}

/**
 * Reads the password in this file of the data folder, or generates it; the file is written before the password is used,
 * so that it can't be lost.
 */
function readOrMakePassword(core: Core, name: string): string {
  const path = join(core.site.config.dir, name)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const password = generatePassword()
  writePrivateFile(path, `${password}\n`)
  return password
}
