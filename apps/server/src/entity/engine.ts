import type { Message } from '@tavla/contract'
import type { FieldTypeServer } from '@tavla/fields/server'
import type { SiteKeys } from '../config.ts'
import { BoundedReader } from '../store/bounded-reader.ts'
import type { Store } from '../store/store.ts'
import { ActorCache, systemContext } from './actors.ts'
import type { KeptOpen } from './badges.ts'
import { Clock } from './clock.ts'
import type { EntityDefinition } from './definition.ts'
import { entityActions } from './definitions/actions.ts'
import { entityBehaviour } from './definitions/behaviour.ts'
import { installDefinitions, loadDefinitions } from './definitions/install.ts'
import { loadBuiltIns } from './definitions/load.ts'
import type { Model } from './model.ts'
import { Models } from './models.ts'
import { PlanCache } from './plan.ts'
import { hasUnboundSecrets } from './reseal.ts'
import { Rows } from './rows.ts'
import { Vault } from './secrets.ts'
import { readSettings, type SiteSettings } from './settings.ts'
import { TableSizes } from './sizes.ts'
import { Generations, StampedCache } from './stamped-cache.ts'
import { SystemTables } from './system-tables.ts'
import { TitleCache } from './titles.ts'
import type { Action, Behaviour, Context, EngineListener, EngineModule, Language, RecordEvent } from './types.ts'
import { historyAction, versionBehaviour } from './versions.ts'
import { createRecord } from './write.ts'

export interface EngineOptions {
  store: Store
  fieldTypes: ReadonlyMap<string, FieldTypeServer>
  modules: readonly EngineModule[]
  /** Password fields are sealed under them. */
  keys: SiteKeys
}

/**
 * The entity engine of one site: draws on metadata to store, check, search, record and broadcast every entity type.
 * It knows no module; modules hand it definitions, behaviours and actions.
 */
export class Engine {
  readonly store: Store
  /** For queries of people whose end is not in sight; refuses with StoreBusy what would wait too long. */
  readonly heavy: BoundedReader
  readonly types: ReadonlyMap<string, FieldTypeServer>
  readonly clock = new Clock()
  readonly vault: Vault
  readonly models: Models
  readonly system: SystemTables
  /** The definitions as the modules' files have them. */
  builtIns: ReadonlyMap<string, EntityDefinition> = new Map()
  readonly actors: ActorCache
  readonly generations = new Generations()
  /** Exact counts by filter (contract 3.6, rule 8). */
  readonly counts = new StampedCache<number>(this.generations, { entries: 5_000 })
  /** Pages of lists as JSON text: after a change, all who look at a list ask for the same page (list-text.ts). */
  readonly open = new StampedCache<KeptOpen>(this.generations, { entries: 200 })
  readonly pages = new StampedCache<string>(this.generations, { entries: 1_000, weight: 4_000_000 })
  readonly titles = new TitleCache()
  readonly sizes = new TableSizes()
  readonly plans = new PlanCache()
  readonly behaviours: ReadonlyMap<string, Behaviour>
  readonly actions: readonly Action[]
  readonly modules: readonly EngineModule[]
  settings: SiteSettings
  /** From the end of a change to definitions until its models are in use (see `writeDefinitions`). */
  settling: Promise<void> | undefined
  /** A message in the reader's language; the site's dictionary takes its place when it is there. */
  say: (message: Message, language: Language) => Promise<string> = async (message) => message.text
  /** Hears of each secret that an action answered with; the site's security log takes its place. */
  revealed: (ctx: Context, entity: string, id: string, secret: string) => void = () => {}
  readonly #rows = new WeakMap<Model, Rows>()
  readonly #listeners = new Set<EngineListener>()

  constructor(options: EngineOptions, settings: SiteSettings) {
    this.store = options.store
    this.heavy = new BoundedReader(options.store.heavy)
    this.types = options.fieldTypes
    this.vault = new Vault(options.keys)
    this.models = new Models(options.fieldTypes)
    this.system = new SystemTables()
    this.actors = new ActorCache()
    this.modules = options.modules
    this.settings = settings
    const behaviours = [
      entityBehaviour,
      versionBehaviour,
      ...options.modules.flatMap((module) => module.behaviours ?? []),
    ]
    this.behaviours = new Map(behaviours.map((behaviour) => [behaviour.entity, behaviour]))
    this.actions = [historyAction, ...entityActions, ...options.modules.flatMap((module) => module.actions ?? [])]
  }

  rows(model: Model): Rows {
    let rows = this.#rows.get(model)
    if (!rows) {
      rows = new Rows(model, this.store.dialect, this.vault)
      this.#rows.set(model, rows)
    }
    return rows
  }

  /** Hears of every change after its commit, in commit order. Returns the way to stop. */
  listen(listener: EngineListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called by the write path alone, after the commit: caches first, then whoever listens. */
  emit(event: RecordEvent): void {
    this.generations.bump(event.entity)
    this.titles.drop(event.entity)
    this.actors.drop(event.entity)
    for (const listener of this.#listeners) listener(event)
  }

  /** Takes the site's settings in use after they were saved. */
  useSettings(settings: SiteSettings): void {
    this.settings = settings
    this.clock.setZone(settings.time_zone)
  }
}

/**
 * Opens the engine on a migrated store: brings built-in definitions up to date, then loads all of them.
 * @throws Error when a definition file is wrong
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options, readSettings({}))
  await installDefinitions(engine)
  engine.vault.opensUnbound = await hasUnboundSecrets(engine)
  await ensureSettings(engine)
  const settings = engine.models.get('System Settings')
  if (settings) engine.useSettings(readSettings((await engine.rows(settings).byId(engine.store, settings.id)) ?? {}))
  return engine
}

/**
 * The engine over the definitions as the last start left them, for the upkeep of a site that does not run: nothing is brought
 * up to date. `modules` hold at least the entities that describe entities.
 */
export async function openEngineAsIs(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options, readSettings({}))
  await loadDefinitions(engine, await loadBuiltIns(engine.modules, engine.types))
  return engine
}

/** Every Settings entity has its one record (contract 1.1). */
async function ensureSettings(engine: Engine): Promise<void> {
  for (const model of engine.models.all().filter(({ kind }) => kind === 'Settings')) {
    const there = await engine.rows(model).exists(engine.store, model.id)
    if (!there) await createRecord(engine, systemContext(engine), model.id, {})
  }
}
