import { limits } from '@tavla/contract'
import { fold, readSelectOptions, searchFold } from '@tavla/fields/server'
import { type Dictionary, translate } from '@tavla/i18n'
import { type Context, type Engine, type Field, linkSuggestions } from '../../entity/index.ts'
import type { Target } from '../import-targets.ts'
import { nearestOf, slack } from './matching/distance.ts'
import { cellOf, type ImportPlan, type PlanLine } from './plan.ts'

/** Different texts whose nearest names one answer looks for. */
const maxTexts = 25

interface Asked {
  engine: Engine
  ctx: Context
  plan: ImportPlan
  targets: ReadonlyMap<string, Target>
  hebrew: Dictionary
}

/** Finds what refused cells nearly say: the id or title of a record that the person may link to, or a choice. */
export function nearestFinder(asked: Asked): (line: PlanLine) => Promise<Record<string, string>> {
  const known = new Map<string, Promise<string | undefined>>()
  const find = (name: string, text: string) => {
    const key = `${name} ${text}`
    const field = asked.targets.get(name)?.field
    if (field && !known.has(key) && known.size < maxTexts) known.set(key, nearestTo(asked, field, text))
    return known.get(key)
  }
  return async (line) => {
    const found: Record<string, string> = {}
    for (const name of Object.keys(line.fate?.messages ?? {})) {
      const cell = cellOf(asked.plan, line, name)
      const text = typeof cell === 'string' ? cell.trim() : ''
      if (slack(text) === 0 || text.length > limits.dataLength) continue
      const nearest = await find(name, text)
      if (nearest !== undefined) found[name] = nearest
    }
    return found
  }
}

async function nearestTo(asked: Asked, field: Field, text: string): Promise<string | undefined> {
  if (field.type.type === 'Select') return nearestChoice(asked, field, text)
  const entity = field.type.links === 'options' ? field.rule.options : undefined
  return entity ? nearestRecord(asked, entity, text) : undefined
}

function nearestChoice({ hebrew }: Asked, field: Field, text: string): string | undefined {
  const values = new Map<string, string>()
  for (const { value, label } of readSelectOptions(field.rule.options)) {
    const names = [value, label, translate(hebrew, label, undefined, 'he', field.name)]
    for (const name of names) values.set(searchFold(name), value)
  }
  return values.get(nearestOf(searchFold(text), values.keys()) ?? '')
}

async function nearestRecord({ engine, ctx, plan }: Asked, entity: string, text: string): Promise<string | undefined> {
  const wanted = searchFold(text)
  // A text that differs in few letters has at least one of its pieces in common with the name.
  for (let count = 2; count <= slack(wanted) + 1; count++) {
    const owners = new Map<string, Set<string>>()
    const shown = new Map<string, string>()
    for (const txt of piecesOf(wanted, count)) {
      // The person may not be shown the records of this entity.
      const found = await linkSuggestions(engine, ctx, { entity, txt, reference_entity: plan.entity }).catch(() => [])
      for (const { value, label } of found) {
        for (const name of [value, label]) {
          const folded = searchFold(name)
          owners.set(folded, (owners.get(folded) ?? new Set()).add(value))
          shown.set(folded, name)
        }
      }
    }
    const nearest = nearestOf(wanted, owners.keys())
    if (nearest === undefined) continue
    const name = shown.get(nearest) ?? ''
    // Several records of one name are no answer, and a text that is the name already was refused for another reason.
    return owners.get(nearest)?.size === 1 && fold(name) !== fold(text) ? name : undefined
  }
  return undefined
}

function piecesOf(text: string, count: number): string[] {
  const length = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length).trim())
}
