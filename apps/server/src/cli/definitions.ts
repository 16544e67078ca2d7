import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type DefinitionPlanItem, limits } from '@tavla/contract'
import { readExistingConfig } from '../config/site-config.ts'
import { StartError } from '../ground/start-error.ts'
import { definitionsTimeout } from '../hosting/driver.ts'
import { type AskedSite, projectOf, siteHere } from './ask-site.ts'
import { type FiledItem, readItemFiles, writeItems } from './definition-files.ts'

type Print = (line: string) => void

/**
 * `tavla export DIR|ID FOLDER`: the definitions of a site, one JSON file for each (reference: configuration, Definitions
 * by command).
 * @throws StartError
 */
export async function exportSite(args: readonly string[], print: Print): Promise<void> {
  const { target, folder, data } = readArguments('export', args)
  const site = await siteOf(target, data)
  const { items } = await askDefinitions<{ items: FiledItem[] }>(site, { do: 'export' })
  const { written, removed } = writeItems(folder, items)
  print(`Definitions in ${folder}: ${items.length} (written: ${written}, removed: ${removed}).`)
}

/**
 * `tavla import DIR|ID FOLDER [--apply] [--reason T] [--accept-loss]`: the plan by which a site gets the definitions of a
 * folder, and with `--apply` all of it or nothing.
 * @throws StartError
 */
export async function importSite(args: readonly string[], print: Print): Promise<void> {
  const { target, folder, data, isApplied, reason, acceptsLoss } = readArguments('import', args)
  const file = { format: 'tavla-definitions', version: 1, items: readItemFiles(folder) }
  const site = await siteOf(target, data)
  if (isApplied) requireReason(site, reason)
  const planned = await askDefinitions<{ plan: DefinitionPlanItem[] }>(site, { do: 'import', file })
  for (const step of planned.plan) print(lineOf(step))
  const { length } = planned.plan
  if (length === 0) return print('The definitions are the same.')
  if (!isApplied) return print(`Steps: ${length}. Nothing is changed: --apply carries them out.`)
  if (planned.plan.some(({ risk }) => risk === 'Loss') && !acceptsLoss) {
    throw new StartError('Stored values would be lost. Nothing is changed: --accept-loss lets them go.')
  }
  const pick = planned.plan.map(({ key }) => key)
  const order = { do: 'import', file, pick, dry_run: 0, confirm_data_loss: acceptsLoss ? 1 : 0, reason }
  const { operation_id } = await askDefinitions<{ operation_id: string }>(site, order)
  print(`Steps carried out: ${length}, as operation ${operation_id}.`)
}

function readArguments(name: 'export' | 'import', args: readonly string[]) {
  try {
    const flag = { type: 'boolean' } as const
    const text = { type: 'string' } as const
    const own = name === 'import' ? { apply: flag, reason: text, 'accept-loss': flag } : {}
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { data: text, ...own },
    })
    const [target, folder, ...more] = positionals
    if (target === undefined || folder === undefined || more.length > 0) throw new Error('Something is missing')
    const { data, apply, reason, 'accept-loss': accepts } = values as Record<string, string | boolean | undefined>
    return {
      target,
      folder: resolve(folder),
      data: typeof data === 'string' ? data : undefined,
      isApplied: apply === true,
      reason: typeof reason === 'string' ? reason.trim() : '',
      acceptsLoss: accepts === true,
    }
  } catch {
    const more = name === 'import' ? ' [--apply] [--reason TEXT] [--accept-loss]' : ''
    throw new StartError(`"tavla ${name}" is used so: tavla ${name} DIR|ID FOLDER [--data DIR]${more}`)
  }
}

/** The site in a folder, or a project of the HQ in `data`. @throws StartError */
async function siteOf(target: string, data: string | undefined): Promise<AskedSite> {
  if (data === undefined && existsSync(join(target, 'config.json'))) return siteHere(readExistingConfig(target))
  if (!/^[a-z0-9-]+$/.test(target)) throw new StartError(`There is no site in ${resolve(target)}.`)
  return projectOf(readExistingConfig(data ?? (process.env.DATA_DIR || './data')), target)
}

/** A change of production is told with its reason. @throws StartError */
function requireReason({ environment }: AskedSite, reason: string): void {
  const { shortestReason: least, longestReason: most } = limits
  if (environment !== 'Production' || (reason.length >= least && reason.length <= most)) return
  throw new StartError(`This site is in production: --reason has to say why, in ${least} to ${most} characters.`)
}

/** @throws StartError with the site's refusal */
const askDefinitions = <T>(site: AskedSite, order: object): Promise<T> =>
  site.ask<T>('definitions', order, definitionsTimeout)

function lineOf({ key, change, from, risk, effect }: DefinitionPlanItem): string {
  const losses = (effect?.losses ?? []) as { fieldname: string; records: number }[]
  const refused = (effect?.refused ?? []) as string[]
  const notes = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...losses.map(({ fieldname, records }) => `${fieldname} loses its values (records: ${records})`),
    ...refused,
  ]
  return `${change.padEnd(7)} ${risk.padEnd(8)} ${key}${notes.length > 0 ? `: ${notes.join('; ')}` : ''}`
}
