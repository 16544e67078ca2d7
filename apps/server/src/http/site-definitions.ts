import { badRequest } from '@tavla/contract'
import {
  type Context,
  type DefinitionItem,
  importDefinitions,
  Operation,
  planItems,
  putItems,
  readItems,
  rollBackItems,
  standsAsPlanned,
  stateOfItems,
  stepsOf,
  systemContext,
} from '../entity/index.ts'
import { version } from '../ground/version.ts'
import type { Site } from '../site.ts'
import { orRefused } from './or-refused.ts'

/** An order of HQ about the definitions of a project (reference: hosting, Definitions). */
type Order = Readonly<Record<string, unknown>>

/** Answers HQ, or the command: `export`, `plan`, `import`, `put`, `roll_back` or `state`. */
export function siteDefinitions(site: Site, order: unknown): Promise<unknown> {
  const asked = (typeof order === 'object' && order !== null ? order : {}) as Order
  const known = Object.hasOwn(orders, String(asked.do)) ? orders[String(asked.do) as keyof typeof orders] : undefined
  return orRefused(async () => {
    if (!known) throw badRequest()
    return { version, ...(await known(site.engine, ownContext(site, asked), asked)) }
  })
}

/** HQ has proved itself and has asked its own people for their rights; the rules of each write hold all the same. */
function ownContext({ engine, config }: Site, { operation: id, reason: sent }: Order): Context {
  const operation = new Operation('Administrator')
  if (typeof id === 'string') operation.useId(id)
  operation.door = 'Console'
  const reason = typeof sent === 'string' ? sent : ''
  // HQ has asked for id and reason where the site is in production.
  if (reason !== '' || config.environment === 'Production') operation.confirmed = { confirm: config.siteId, reason }
  const { system: _, ...ctx } = systemContext(engine, '', operation)
  return ctx
}

type Answer = (engine: Site['engine'], ctx: Context, order: Order) => Promise<object>

const orders = {
  export: async (engine) => ({ items: await readItems(engine) }),
  plan: async (engine, ctx, { source, base }) => ({
    plan: await planItems(engine, ctx, source as DefinitionItem[], (base ?? undefined) as DefinitionItem[] | undefined),
  }),
  import: (engine, ctx, { file, pick, dry_run, confirm_data_loss }) =>
    importDefinitions(engine, ctx, { file, pick, dry_run, confirm_data_loss }),
  put: (engine, ctx, { items, dry_run, confirm_data_loss, site }) => {
    const steps = stepsOf(items as Parameters<typeof stepsOf>[0])
    return putItems(engine, ctx, steps, {
      isDryRun: dry_run === 1,
      isLossConfirmed: confirm_data_loss === 1,
      isPromotion: true,
      check: (draft) => standsAsPlanned(draft, steps, String(site)),
    })
  },
  roll_back: (engine, ctx, { of, dry_run }) => rollBackItems(engine, ctx, String(of), dry_run === 1),
  state: async (engine, _ctx, { of }) => ({ state: await stateOfItems(engine, String(of)) }),
} satisfies Record<string, Answer>
