import type { HomeAnswer } from '@tavla/contract'
import type { Context } from '../../../entity/index.ts'
import { within } from '../../../ground/within.ts'
import type { Site } from '../../../site.ts'
import { changed } from './changed.ts'
import { entities } from './entities.ts'
import { assigned, reminders } from './own-work.ts'
import { recent } from './recent.ts'
import { waiting } from './waiting.ts'

/** Milliseconds that a part may take. */
const most = 2_000

export type PartName = keyof HomeAnswer
type Readings = { [Name in PartName]: (ctx: Context) => Promise<NonNullable<HomeAnswer[Name]>> }

/** How each part of Home is read (reference: http-api, Home). */
export function readingsOf(site: Pick<Site, 'engine' | 'pinned'>): Readings {
  return {
    waiting: (ctx) => waiting(site.engine, ctx),
    assigned: (ctx) => assigned(site.engine, ctx),
    reminders: (ctx) => reminders(site.engine, ctx),
    recent: (ctx) => recent(site.engine, ctx),
    changed: (ctx) => changed(site.engine, ctx),
    views: (ctx) => site.pinned.summed(ctx),
    entities: (ctx) => entities(site.engine, ctx),
  }
}

/**
 * Reads parts, each on its own: one that fails or takes too long is null, and the others stand. A part that took too
 * long is not begun again for that person before it ends.
 */
export function createPartsReader(readings: Readings, report: (error: unknown) => void) {
  const late = new WeakMap<Context['actor'], Set<PartName>>()

  const read = async (ctx: Context, name: PartName): Promise<unknown> => {
    const own = late.get(ctx.actor) ?? new Set()
    late.set(ctx.actor, own)
    if (own.has(name)) return null
    let hasEnded = false
    const reading = (readings[name] as (ctx: Context) => Promise<unknown>)(ctx).finally(() => {
      hasEnded = true
      own.delete(name)
    })
    try {
      const found = await within(most, reading)
      if (!hasEnded) own.add(name)
      return found ?? null
    } catch (error) {
      report(error)
      return null
    }
  }

  return async (ctx: Context, names: readonly PartName[]): Promise<Partial<HomeAnswer>> => {
    const parts = names.map(async (name) => [name, await read(ctx, name)] as const)
    return Object.fromEntries(await Promise.all(parts))
  }
}
