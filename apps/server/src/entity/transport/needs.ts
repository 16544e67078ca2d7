import { type ItemChange, type ItemValue, itemKey, rowsIn } from './item.ts'

type Step = ItemChange & { key: string; before: ItemValue | null }

/** The steps that each step of a plan needs beside it, by key: what it names and the target lacks until then. */
export function needsOf(steps: readonly Step[]): Map<string, string[]> {
  const coming = new Set(steps.filter(({ change }) => change === 'add' || change === 'rename').map(({ key }) => key))
  const changed = new Map(steps.filter(({ after }) => after !== null).map((step) => [step.key, step]))
  return new Map(
    steps.map((step) => {
      const named = step.after ? namedBy(step.after).filter((key) => coming.has(key)) : letGo(step, steps)
      const looked = step.after ? lookedAtBy(step.after).filter((key) => changed.has(key)) : []
      return [step.key, [...new Set([...named, ...looked])].filter((key) => key !== step.key).toSorted()]
    }),
  )
}

/** A removal needs every change that takes its name away. */
function letGo({ kind, id, key }: Step, steps: readonly Step[]): string[] {
  const own = itemKey({ kind, id })
  return steps.flatMap((one) => {
    if (one.key === key || one.before === null || !namedBy(one.before).includes(own)) return []
    return one.after !== null && namedBy(one.after).includes(own) ? [] : [one.key]
  })
}

/** The entities and roles that an item names. */
function namedBy(value: ItemValue): string[] {
  const fields = rowsIn(value, 'fields')
  const entities = [
    ...fields.filter(({ fieldtype }) => pointing.has(String(fieldtype))).map(({ options }) => options),
    ...fields.map(({ rollup }) => rollupEntity(rollup)),
    ...[value.ref_entity, value.for_entity],
  ]
  const roles = [
    ...rowsIn(value, 'permissions').map(({ role }) => role),
    ...rowsIn(value, 'roles').map(({ role }) => role),
    ...rowsIn(value, 'transitions').flatMap((row) => (typeof row.roles === 'string' ? row.roles.split('\n') : [])),
    value.role,
  ]
  const keys = (kind: string, names: readonly unknown[]) =>
    names.flatMap((name) =>
      typeof name === 'string' && name.trim() !== '' ? [itemKey({ kind, id: name.trim() })] : [],
    )
  return [...keys('Entity', entities), ...keys('Role', roles)]
}

/** The entities whose fields an item reads: a change of it may need a change of theirs. */
function lookedAtBy(value: ItemValue): string[] {
  const fields = rowsIn(value, 'fields')
  const targets = new Map(fields.map(({ fieldname, options }) => [fieldname, options]))
  const fetched = fields.flatMap(({ fetch_from }) => {
    const target = typeof fetch_from === 'string' ? targets.get(fetch_from.split('.')[0]) : undefined
    return typeof target === 'string' ? [target] : []
  })
  const rolledUp = fields.flatMap(({ rollup }) => rollupEntity(rollup) ?? [])
  return [...fetched, ...rolledUp].map((id) => itemKey({ kind: 'Entity', id }))
}

const pointing: ReadonlySet<string> = new Set(['Link', 'Table'])

function rollupEntity(rollup: unknown): string | undefined {
  if (typeof rollup !== 'string') return undefined
  try {
    const { entity } = JSON.parse(rollup) as { entity?: unknown }
    return typeof entity === 'string' ? entity : undefined
  } catch {
    return undefined
  }
}

/** The chosen keys and everything that they need, however far. */
export function withNeeds(
  chosen: Iterable<string>,
  needs: ReadonlyMap<string, readonly string[]>,
): { picked: Set<string>; added: string[] } {
  const wanted = new Set(chosen)
  const picked = new Set(wanted)
  const open = [...wanted]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const need of needs.get(key) ?? []) {
      if (picked.has(need)) continue
      picked.add(need)
      open.push(need)
    }
  }
  return { picked, added: [...picked].filter((key) => !wanted.has(key)).toSorted() }
}
