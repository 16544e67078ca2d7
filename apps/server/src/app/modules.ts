import { existsSync, readdirSync } from 'node:fs'
import type { EngineModule } from '../entity/index.ts'
import type { MakeModule, Site, SiteModule } from '../site.ts'

const folder = new URL('../modules/', import.meta.url)

/** The other modules need their parts, so these start first. */
const first = ['core', 'translation']

/** Modules that are an app of their own; all others are part of the platform. */
const ownApps = new Set(['hq', 'sample'])

/** The site's modules, found by their folders and limited to the site's apps; a folder with only definitions counts, too. */
export async function makeModules(site: Site): Promise<SiteModule[]> {
  return Promise.all(namesFor(site.config.apps).map((name) => makeModule(site, name)))
}

/** The definitions of these modules, in the same order, for work on a site that does not run here. */
export const definitionsOf = (apps: readonly string[]): EngineModule[] => namesFor(apps).map(definitionsOnly)

function namesFor(apps: readonly string[]): string[] {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !first.includes(entry.name))
    .map((entry) => entry.name)
    .filter((name) => !ownApps.has(name) || apps.includes(name))
    .sort()
  return [...first, ...found]
}

async function makeModule(site: Site, name: string): Promise<SiteModule> {
  const file = new URL(`./${name}/module.ts`, folder)
  if (!existsSync(file)) return definitionsOnly(name)
  const { default: make } = (await import(file.href)) as { default: MakeModule }
  return make(site)
}

function definitionsOnly(name: string): Pick<SiteModule, 'app' | 'entities'> {
  const app = ownApps.has(name) ? (name as 'hq' | 'sample') : 'platform'
  const entities = new URL(`./${name}/entities/`, folder)
  return existsSync(entities) ? { app, entities } : { app }
}

/** Collects the parts that the modules provide. @throws Error when no module provides a part that every site has */
export function providedBy(modules: readonly SiteModule[]): ProvidedParts {
  const provided: Partial<ProvidedParts> = Object.assign({}, ...modules.map(({ provides }) => provides))
  const missing = everySiteHas.find((part) => provided[part] === undefined)
  if (missing) throw new Error(`No module provides ${missing}.`)
  return provided as ProvidedParts
}

type ProvidedParts = Pick<Site, keyof NonNullable<SiteModule['provides']>>

const everySiteHas = [
  'sessions',
  'accounts',
  'security',
  'translations',
  'files',
  'tokens',
  'answers',
  'jobs',
  'notifications',
  'exports',
  'pinned',
] as const
