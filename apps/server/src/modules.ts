import { existsSync, readdirSync } from 'node:fs'
import type { Core } from './modules/core/core.ts'
import { coreModule } from './modules/core/core-module.ts'
import { translationModule } from './modules/translation/translation-module.ts'
import type { SiteTranslations } from './modules/translation/translations.ts'
import type { MakeModule, Site, SiteModule } from './site.ts'

const folder = new URL('./modules/', import.meta.url)

/** The site's modules, found by their folders and limited to the site's apps; a folder with only definitions counts, too. */
export async function makeModules(site: Site, core: Core, translations: SiteTranslations): Promise<SiteModule[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'core' && entry.name !== 'translation')
    .map((entry) => entry.name)
    .filter((name) => !ownApps.has(name) || site.config.apps.includes(name))
    .sort()
  const others = await Promise.all(names.map((name) => makeModule(site, name)))
  return [coreModule(site, core), translationModule(translations), ...others]
}

/** Modules that are an app of their own; all others are part of the platform. */
const ownApps = new Set(['hq', 'sample'])

async function makeModule(site: Site, name: string): Promise<SiteModule> {
  const file = new URL(`./${name}/module.ts`, folder)
  if (!existsSync(file)) {
    const app = ownApps.has(name) ? (name as 'hq' | 'sample') : 'platform'
    return { app, entities: new URL(`./${name}/entities/`, folder) }
  }
  const { default: make } = (await import(file.href)) as { default: MakeModule }
  return make(site)
}
