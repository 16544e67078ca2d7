import type { Message } from '@tavla/contract'
import type { FieldTypeServer } from '@tavla/fields/server'
import type { SiteKeys } from '../config/site-config.ts'
import { BoundedReader } from '../store/bounded-reader.ts'
import type { Store } from '../store/store.ts'
import { ActorCache } from './caches/actor-cache.ts'
import { type Recalculation, Recalculations } from './caches/recalculations.ts'
import { SearchCache } from './caches/search-cache.ts'
import { Generations, StampedCache } from './caches/stamped-cache.ts'
import { TableSizes } from './caches/table-sizes.ts'
import { TitleCache } from './caches/title-cache.ts'
import { Clock } from './clock.ts'
import type { EntityDefinition } from './model/definition.ts'
import type { Model } from './model/model.ts'
import { Models } from './model/models.ts'
import type { Context, Language } from './people/actor.ts'
import { Vault } from './secrets/vault.ts'
import type { SiteSettings } from './settings.ts'
import { PlanCache } from './tables/plan.ts'
import { Rows } from './tables/rows.ts'
import { SystemTables } from './tables/system-tables.ts'
import type {
  AboutFilter,
  Action,
  Behaviour,
  Carried,
  CountProvider,
  EngineListener,
  EngineModule,
  ExpressionFailure,
  FieldNameList,
  OwnTexts,
  RecordEvent,
} from './types.ts'

export interface EngineOptions {
  store: Store
  fieldTypes: ReadonlyMap<string, FieldTypeServer>
  modules: readonly EngineModule[]
  /** The keys that seal Password fields. */
  keys: SiteKeys
}

/** The behaviours and actions of the entities that describe entities, which no module provides. */
export type BuiltInRules = Pick<EngineModule, 'behaviours' | 'actions'>

/**
 * The entity engine of one site: it uses metadata to store, check, search, record and broadcast every entity type. It
 * knows no module; modules register definitions, behaviours and actions.
 */
export class Engine {
  readonly store: Store
  /** For unbounded queries of users; refuses queries that would wait too long with StoreBusy. */
  readonly heavy: BoundedReader
  readonly types: ReadonlyMap<string, FieldTypeServer>
  readonly clock = new Clock()
  readonly vault: Vault
  readonly models: Models
  readonly system: SystemTables
  /** The definitions in the modules' files. */
  builtIns: ReadonlyMap<string, EntityDefinition> = new Map()
  /** Entities of the site whose names this start took for the product's own. */
  renamedAtStart: readonly { from: string; to: string }[] = []
  readonly actors: ActorCache
  readonly generations = new Generations()
  /** Exact counts by filter (reference: http-api, Paging and counts). */
  readonly counts = new StampedCache<number>(this.generations, { entries: 5_000 })
  /** Pages of lists as JSON text: after a change, all viewers of a list request the same page (list-text.ts). */
  readonly pages = new StampedCache<string>(this.generations, {
    entries: 1_000,
    weight: 4_000_000,
    weigh: (page) => page.length,
  })
  readonly searches = new SearchCache(this.generations)
  readonly titles = new TitleCache()
  readonly sizes = new TableSizes(this.generations)
  readonly plans = new PlanCache()
  readonly recalculations = new Recalculations()
  /** Operations that go on writing, such as those of jobs that have not ended: none is undone before its end. */
  readonly underWay = new Set<string>()
  readonly behaviours: ReadonlyMap<string, Behaviour>
  readonly actions: readonly Action[]
  readonly modules: readonly EngineModule[]
  readonly counted: CountProvider | undefined
  readonly watchers: readonly NonNullable<EngineModule['afterWrite']>[]
  readonly alongside: readonly NonNullable<EngineModule['alongside']>[]
  readonly aboutFilters: ReadonlyMap<string, AboutFilter>
  readonly carried: ReadonlyMap<string, Carried>
  readonly ownTexts: OwnTexts | undefined
  readonly alwaysListed: readonly string[]
  readonly closedTitles: ReadonlySet<string>
  readonly fieldNameLists: readonly FieldNameList[]
  settings: SiteSettings
  /** Pending from the end of a change to definitions until its models are in use (see `writeDefinitions`). */
  settling: Promise<void> | undefined
  /** Translates a message to the reader's language; the site replaces it once its dictionary exists. */
  say: (message: Message, language: Language, entity?: string) => Promise<string> = async (message) => message.text
  /** Refuses a call while the definitions of the site are locked for it; the site replaces it. @throws Problem 409 */
  requireUnlocked: (ctx: Context) => void = () => {}
  /** Called for each secret in the answer of an action; the site's security log replaces it. */
  revealed: (ctx: Context, entity: string, id: string, secret: string) => void = () => {}
  /** Called for a stored expression that could not be worked out, once a day for each; the site replaces it. */
  expressionFailed: (failure: ExpressionFailure) => void = () => {}
  /** Called when stored records need the values of changed definitions; the site replaces it. */
  formulasChanged: (ctx: Context, works: readonly Recalculation[]) => void = () => {}
  readonly #rows = new WeakMap<Model, Rows>()
  readonly #listeners = new Set<EngineListener>()

  constructor(options: EngineOptions, builtIn: BuiltInRules, settings: SiteSettings) {
    this.store = options.store
    this.heavy = new BoundedReader(options.store.heavy)
    this.types = options.fieldTypes
    this.vault = new Vault(options.keys)
    this.models = new Models(options.fieldTypes)
    this.system = new SystemTables()
    this.actors = new ActorCache()
    this.modules = options.modules
    this.settings = settings
    this.counted = options.modules.find(({ counted }) => counted)?.counted
    this.watchers = options.modules.flatMap(({ afterWrite }) => afterWrite ?? [])
    this.alongside = options.modules.flatMap(({ alongside }) => alongside ?? [])
    this.aboutFilters = byName(options.modules.flatMap(({ aboutFilters = [] }) => aboutFilters))
    this.carried = byName(options.modules.flatMap(({ carried = [] }) => carried))
    this.ownTexts = options.modules.find(({ ownTexts }) => ownTexts)?.ownTexts
    this.alwaysListed = options.modules.flatMap(({ alwaysListed = [] }) => alwaysListed)
    this.fieldNameLists = options.modules.flatMap(({ fieldNameLists = [] }) => fieldNameLists)
    this.closedTitles = new Set(options.modules.flatMap(({ closedTitles = [] }) => closedTitles))
    this.behaviours = byEntity([builtIn, ...options.modules].flatMap(({ behaviours = [] }) => behaviours))
    this.actions = [builtIn, ...options.modules].flatMap(({ actions = [] }) => actions)
  }

  rows(model: Model): Rows {
    let rows = this.#rows.get(model)
    if (!rows) {
      rows = new Rows(model, this.store.dialect, this.vault)
      this.#rows.set(model, rows)
    }
    return rows
  }

  /**
   * This engine with models of its own, for a transaction that changes several definitions: each step sees those before
   * it, and nobody else does until the commit.
   */
  withModels(models: Models): Engine {
    const own = (value: unknown): PropertyDescriptor => ({ value, writable: true })
    return Object.create(this, {
      models: own(models),
      plans: own(new PlanCache()),
      rows: own((model: Model) => this.rows(model)),
      listen: own((listener: EngineListener) => this.listen(listener)),
      emit: own((event: RecordEvent) => this.emit(event)),
      useSettings: own((settings: SiteSettings) => this.useSettings(settings)),
    }) as Engine
  }

  /** Calls `listener` for every change after its commit, in commit order. Returns a function that unsubscribes. */
  listen(listener: EngineListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called only by the write path, after the commit: it updates caches first, then calls the listeners. */
  emit(event: RecordEvent): void {
    this.generations.bump(event.entity)
    this.titles.drop(event.entity)
    this.actors.drop(event.entity)
    for (const listener of this.#listeners) listener(event)
  }

  /** Applies the site's settings after they were saved. */
  useSettings(settings: SiteSettings): void {
    this.settings = settings
    this.clock.setZone(settings.time_zone)
  }
}

const byName = <T extends { name: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.name, item]))

/** @throws Error when two behaviours are for the same entity: the second would replace the first */
function byEntity(behaviours: readonly Behaviour[]): ReadonlyMap<string, Behaviour> {
  const found = new Map<string, Behaviour>()
  for (const behaviour of behaviours) {
    if (found.has(behaviour.entity)) throw new Error(`Two behaviours for the entity ${behaviour.entity}`)
    found.set(behaviour.entity, behaviour)
  }
  return found
}
