import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSite } from '../app.ts'
import { readSiteConfig, type SiteOptions } from '../config/site-config.ts'
import type { NewTestDatabase } from '../store/testing.ts'

export const passwords = { admin: 'the admin password', demo: 'the demo password' }

/** Options of the site that is started once and then copied. */
export const usual: SiteOptions = {
  sample: true,
  port: 0,
  adminPassword: passwords.admin,
  demoPassword: passwords.demo,
  rateLimit: 0,
}

let sqliteFolder: Promise<string> | undefined
let postgresFolder = ''

/**
 * Fills an empty folder with the data of a site after its first start with the usual options, and a database, if one is to
 * be made. Each worker starts such a site once; a copy opens in a fifth of the time of a first start.
 * @returns the options with which the copy opens
 */
export async function copySiteTemplate(dir: string, database?: NewTestDatabase): Promise<SiteOptions> {
  if (!database) {
    sqliteFolder ??= makeTemplate(usual)
    await copyFolder(await sqliteFolder, dir)
    return usual
  }
  const databaseUrl = await database(fillDatabase)
  await copyFolder(postgresFolder, dir)
  return { ...usual, databaseUrl }
}

async function fillDatabase(databaseUrl: string): Promise<void> {
  postgresFolder = await makeTemplate({ ...usual, databaseUrl })
}

async function copyFolder(from: string, dir: string): Promise<void> {
  // The configuration is written anew from the site's own options, and the logs begin with its own start.
  const own = [join(from, 'config.json'), join(from, 'logs')]
  await cp(from, dir, { recursive: true, filter: (path) => !own.includes(path) })
}

async function makeTemplate(options: SiteOptions): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'tavla-template-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const running = await createSite(readSiteConfig(dir, options))
  await running.close()
  return dir
}
