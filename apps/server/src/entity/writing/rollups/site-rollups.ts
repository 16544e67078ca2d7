import { Problem } from '@tavla/contract'
import type { Engine } from '../../engine.ts'
import { isRefused, partsOf, type RollupParts } from '../../expressions/rollup-parts.ts'
import { namesInFilters } from '../../model/filter-names.ts'
import { readPath } from '../../model/rollup.ts'
import type { Filter } from '../../types.ts'
import { rollupFilters } from './rollup-filters.ts'

/** A roll-up ready to be worked out. */
export interface SiteRollup extends RollupParts {
  filters: readonly Filter[]
  /** Fields of the source's records on which it depends, Table fields by their own names. */
  dependsOn: ReadonlySet<string>
}

/** All roll-ups of a site. */
export interface SiteRollups {
  /** By the entity whose records they look at. */
  over: ReadonlyMap<string, readonly SiteRollup[]>
  /** By the entity that has them. */
  of: ReadonlyMap<string, readonly SiteRollup[]>
  /** Grows from entities whose records are looked at to those that look. */
  rankOf(entity: string): number
}

const compiled = new WeakMap<Engine, { generation: number; rollups: SiteRollups }>()

/** The roll-ups under the definitions of now; one that no longer stands is left out, and its values stay. */
export function siteRollups(engine: Engine): SiteRollups {
  const { generation } = engine.models
  const known = compiled.get(engine)
  if (known?.generation === generation) return known.rollups
  const all = engine.models.withRollups().flatMap((owner) => rollupsIn(engine, owner))
  const over = Map.groupBy(all, ({ source }) => source.id)
  const rollups = { over, of: Map.groupBy(all, ({ owner }) => owner.id), rankOf: ranks(all) }
  compiled.set(engine, { generation, rollups })
  return rollups
}

function rollupsIn(engine: Engine, entity: string): SiteRollup[] {
  const lookup = (id: string) => engine.models.get(id)
  const owner = engine.models.require(entity)
  return owner.stored.flatMap((field): SiteRollup[] => {
    if (!field.definition.rollup) return []
    const parts = partsOf(owner, field, lookup)
    if (isRefused(parts)) return []
    try {
      const filters = rollupFilters(engine, parts, lookup)
      return [{ ...parts, filters, dependsOn: dependenciesOf(parts) }]
    } catch (error) {
      if (error instanceof Problem) return []
      throw error
    }
  })
}

function dependenciesOf({ rollup, source }: RollupParts): Set<string> {
  const filters = namesInFilters(rollup.filters, source.id, (name) => source.byName.has(name))
  const paths = [rollup.link, ...(rollup.field === null ? [] : [rollup.field]), ...filters].map(readPath)
  return new Set(paths.flatMap((path) => (path ? [path.table ?? path.name] : [])))
}

/** The longest way of roll-ups that leads to an entity; where they go round and round, each is followed once. */
function ranks(all: readonly SiteRollup[]): (entity: string) => number {
  const sources = Map.groupBy(all, ({ owner }) => owner.id)
  const known = new Map<string, number>()
  const rankOf = (entity: string): number => {
    const rank = known.get(entity)
    if (rank !== undefined) return rank
    known.set(entity, 0)
    const below = (sources.get(entity) ?? []).map(({ source }) => (source.id === entity ? 0 : rankOf(source.id) + 1))
    known.set(entity, Math.max(0, ...below))
    return known.get(entity) ?? 0
  }
  for (const { owner } of all) rankOf(owner.id)
  return (entity) => known.get(entity) ?? 0
}
