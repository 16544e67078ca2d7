import { type FieldMeta, type FilterGroup, type FilterPart, limits, type Message, type Meta } from '@tavla/contract'
import { fieldFacts } from './field-facts.ts'
import { conditionsOf, isGroup, isLeaf } from './filter-groups.ts'
import type { Filters } from './state.ts'

/** The field that a condition names: one of the entity, or `<table>.<field>` of the rows of a table (reference: http-api, Filters). */
export function filteredField({ all_fields, links }: Meta, name: string): FieldMeta | undefined {
  const [first, inRow] = name.split('.')
  const field = all_fields.find(({ fieldname }) => fieldname === first)
  if (inRow === undefined || !field) return field
  const found = links.find(({ id }) => id === field.options)?.fields.find(({ fieldname }) => fieldname === inRow)
  return found && { ...found, fieldname: name }
}

/**
 * The reason why the server would refuse a condition, such as a field that is gone or that this person may not read;
 * null for a sound one (reference: screens, Filters).
 */
export function conditionFault(meta: Meta, name: string, operator: unknown, value: unknown): Message | null {
  const field = filteredField(meta, name)
  if (name !== 'open_communications' && (!field || fieldFacts(field.fieldtype).isUnlisted)) {
    return { text: 'The field {0} is gone, or you may not see it.', args: [name] }
  }
  const word = operatorWord(operator)
  const fits = Object.hasOwn(operators, word) ? operators[word] : undefined
  if (!fits) return { text: 'Unknown filter operator: {0}', args: [String(operator)] }
  if (fits(value)) return null
  return { text: 'The filter value for {0} is not valid', args: [{ translate: field?.label ?? name }] }
}

/** An operator as the server reads it. */
export const operatorWord = (operator: unknown): string => String(operator).toLowerCase().trim().replace(/\s+/g, ' ')

const isPlain = (value: unknown) => typeof value !== 'object' || value === null
const isGiven = (value: unknown) => isPlain(value) && value !== null && value !== undefined && value !== ''
const isSeveral = (value: unknown) =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.length <= limits.filterListItems && value.every((one) => isPlain(one)))
const isPeriod = (value: unknown) => typeof value === 'string' && period.test(value)
const period =
  /^(today|yesterday|tomorrow|past|future|(this|last|next)_(week|month|quarter|year)|(last|next)_\d{1,4}_days)$/

/** Each operator, with the test of its value. */
const operators: Readonly<Record<string, (value: unknown) => boolean>> = {
  '=': isPlain,
  '!=': isPlain,
  '<': isGiven,
  '<=': isGiven,
  '>': isGiven,
  '>=': isGiven,
  like: isPlain,
  'not like': isPlain,
  contains: isPlain,
  'not contains': isPlain,
  'starts with': isPlain,
  in: isSeveral,
  'not in': isSeveral,
  between: (value) => Array.isArray(value) && value.length === 2 && value.every(isGiven),
  is: (value) => value === 'set' || value === 'not set',
  'in period': isPeriod,
  'not in period': isPeriod,
}

/** The filters without the conditions that the server would refuse. */
export function soundFilters(meta: Meta, filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, condition]) => {
      const all = conditionsOf(condition)
      const sound = all.filter(([operator, value]) => !conditionFault(meta, name, operator, value))
      if (sound.length === all.length) return [[name, condition]]
      return sound.length === 0 ? [] : [[name, sound]]
    }),
  )
}

/** The group without what the server would refuse; null when nothing is left of it. */
export function soundGroup(meta: Meta, group: FilterGroup): FilterGroup | null {
  if (groupFault(group)) return null
  const sound = soundPart(meta, group)
  return sound === null || isLeaf(sound) ? null : sound
}

function soundPart(meta: Meta, part: unknown): FilterPart | null {
  if (isLeaf(part)) return conditionFault(meta, part[0], part[1], part[2]) ? null : part
  if (!isGroup(part)) return null
  if ('not' in part) {
    const member = soundPart(meta, part.not)
    return member && { not: member }
  }
  const [word, members] = 'or' in part ? (['or', part.or] as const) : (['and', part.and] as const)
  if (!Array.isArray(members)) return null
  const sound = members.flatMap((member): FilterPart[] => {
    const one = soundPart(meta, member)
    return one ? [one] : []
  })
  if (sound.length === 0) return null
  return word === 'or' ? { or: sound } : { and: sound }
}

/** The reasons for which parts of a group are left out. */
export function groupFaults(meta: Meta, group: FilterGroup): readonly Message[] {
  const whole = groupFault(group)
  return whole ? [whole] : leavesIn(group).flatMap((leaf) => conditionFault(meta, leaf[0], leaf[1], leaf[2]) ?? [])
}

/** The reason why a group is refused as a whole. */
function groupFault(group: FilterGroup): Message | null {
  if (depthOf(group) > limits.filterDepth) return { text: 'The filter is nested too deeply.' }
  const leaves = leavesIn(group).length
  if (leaves > limits.filterConditions) return { text: 'The filter has too many conditions.' }
  return leaves === 0 ? { text: 'The filter value for {0} is not valid', args: [{ translate: 'Filters' }] } : null
}

type Leaf = readonly unknown[] & { 0: string }

function leavesIn(part: unknown): Leaf[] {
  return isLeaf(part) ? [part] : membersOf(part).flatMap(leavesIn)
}

function depthOf(part: unknown): number {
  return isGroup(part) ? 1 + Math.max(0, ...membersOf(part).map(depthOf)) : 0
}

function membersOf(part: unknown): readonly unknown[] {
  if (!isGroup(part)) return []
  if ('not' in part) return [part.not]
  const members: unknown = 'or' in part ? part.or : part.and
  return Array.isArray(members) ? members : []
}
