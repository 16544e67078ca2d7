import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { definitionsOf } from '../app/modules.ts'
import { repairSite } from '../check/repair.ts'
import { exitCode, reportText, type SiteReport } from '../check/report.ts'
import { type CheckedSite, checkSite } from '../check/site-check.ts'
import { readExistingConfig, type SiteConfig, type SiteOptions } from '../config/site-config.ts'
import { StartError } from '../ground/start-error.ts'
import { StoreUnavailable } from '../store/errors.ts'

export interface CheckOptions {
  isJson: boolean
  /** Reads every byte, and compares every text of the search index. */
  isDeep: boolean
  isRepair: boolean
}

/**
 * Checks a site, or HQ and each project below it. Resolves to what to print and the exit code (reference: configuration,
 * Check).
 * @throws StartError when there is no site
 */
export async function check(
  dir: string,
  options: SiteOptions,
  wishes: CheckOptions,
): Promise<{ text: string; code: number }> {
  const reports = await reportsOn(readExistingConfig(dir, options), wishes)
  const text = wishes.isJson ? `${JSON.stringify({ sites: reports }, null, 2)}\n` : reportText(reports)
  return { text, code: exitCode(reports) }
}

/** The reports on a site, and on each project below it. */
export async function reportsOn(config: SiteConfig, wishes: CheckOptions): Promise<SiteReport[]> {
  const reports = [await reportOn(config, wishes)]
  for (const project of projectsBelow(config)) reports.push(await reportOnFolder(project, wishes))
  return reports
}

/** Folders of the projects in HQ's own data folder, those in its trash left out. */
function projectsBelow({ dir, apps }: SiteConfig): string[] {
  const root = join(dir, 'projects')
  if (!apps.includes('hq') || !existsSync(root)) return []
  return readdirSync(root)
    .filter((name) => !name.startsWith('.') && existsSync(join(root, name, 'config.json')))
    .sort()
    .map((name) => join(root, name))
}

async function reportOnFolder(dir: string, wishes: CheckOptions): Promise<SiteReport> {
  try {
    return await reportOn(readExistingConfig(dir), wishes)
  } catch (error) {
    return { site: dir, dir, checks: [], error: sentenceOf(error) }
  }
}

async function reportOn(config: SiteConfig, { isDeep, isRepair }: CheckOptions): Promise<SiteReport> {
  const site: CheckedSite = { config, modules: definitionsOf(config.apps), isDeep }
  const named = { site: config.siteId, dir: config.dir }
  try {
    const repaired = isRepair ? { repaired: await repairSite(site) } : {}
    return { ...named, ...repaired, checks: await checkSite(site) }
  } catch (error) {
    return { ...named, checks: [], error: sentenceOf(error) }
  }
}

/** One sentence for an operator's fault. @throws any other error */
function sentenceOf(error: unknown): string {
  if (error instanceof StartError || error instanceof StoreUnavailable) return error.message
  throw error
}
