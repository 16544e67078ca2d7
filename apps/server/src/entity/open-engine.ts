import { entityActions } from './definitions/actions.ts'
import { entityBehaviour } from './definitions/behaviour.ts'
import { installDefinitions, loadDefinitions } from './definitions/install.ts'
import { loadBuiltIns } from './definitions/load.ts'
import { plannedRecalculations } from './definitions/recalculation.ts'
import { type BuiltInRules, Engine, type EngineOptions } from './engine.ts'
import { historyActions } from './history/actions.ts'
import { operationActions } from './operations/actions.ts'
import { operationBehaviour } from './operations/behaviour.ts'
import { systemContext } from './people/actors.ts'
import { historyAction, versionBehaviour } from './reading/history.ts'
import { hasUnboundSecrets } from './secrets/reseal.ts'
import { readSettings } from './settings.ts'
import { trashActions } from './trash/actions.ts'
import { trashBehaviour } from './trash/behaviour.ts'
import { transitionAction } from './writing/transition-action.ts'
import { createRecord } from './writing/write.ts'

const builtIn: BuiltInRules = {
  behaviours: [entityBehaviour, versionBehaviour, operationBehaviour, trashBehaviour],
  actions: [
    ...[historyAction, transitionAction, ...historyActions],
    ...[...operationActions, ...entityActions, ...trashActions],
  ],
}

/**
 * Opens the engine on a migrated store: updates built-in definitions, then loads all of them.
 * @throws Error when a definition file is wrong
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options, builtIn, readSettings({}))
  await installDefinitions(engine)
  engine.vault.opensUnbound = await hasUnboundSecrets(engine)
  await ensureSettings(engine)
  await loadSettings(engine)
  for (const plan of await plannedRecalculations(engine)) engine.recalculations.begin(plan)
  return engine
}

/**
 * Opens the engine with the definitions of the last start, for maintenance of a site that does not run: no definition
 * is updated. `modules` must include at least the entities that describe entities.
 */
export async function openEngineAsIs(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options, builtIn, readSettings({}))
  await loadDefinitions(engine, await loadBuiltIns(engine))
  await loadSettings(engine)
  return engine
}

async function loadSettings(engine: Engine): Promise<void> {
  const settings = engine.models.get('System Settings')
  if (settings) engine.useSettings(readSettings((await engine.rows(settings).byId(engine.store, settings.id)) ?? {}))
}

/** Creates the single record of every Settings entity that lacks it (reference: metadata, Definition). */
async function ensureSettings(engine: Engine): Promise<void> {
  for (const model of engine.models.all().filter(({ kind }) => kind === 'Settings')) {
    const there = await engine.rows(model).exists(engine.store, model.id)
    if (!there) await createRecord(engine, systemContext(engine), model.id, {})
  }
}
