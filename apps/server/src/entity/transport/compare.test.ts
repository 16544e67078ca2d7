import { describe, expect, test } from 'vitest'
import { planChanges } from './compare.ts'
import { type DefinitionItem, makeItem } from './item.ts'
import { withNeeds } from './needs.ts'

const sameBy = (kind: string) => (kind === 'Translation' ? ['source_text', 'language'] : [])
const field = (id: string, fieldname: string, more: object = {}) => ({ id, fieldname, fieldtype: 'Data', ...more })
const entity = (id: string, fields: object[], more: object = {}) => makeItem('Entity', id, { fields, ...more })
const role = (id: string, more: object = {}) => makeItem('Role', id, { role_name: id, ...more })
const plan = (source: DefinitionItem[], target: DefinitionItem[], base?: DefinitionItem[]) =>
  planChanges(source, target, base, sameBy).map(({ key, change, conflict }) => [key, change, conflict ? 1 : 0])

describe('a plan of three states', () => {
  test('proposes what changed since the base, and marks what both changed', () => {
    const base = [role('A'), role('B'), role('C'), role('D'), role('E')]
    const source = [
      role('A', { description: 'new' }),
      role('B'),
      role('C', { description: 's' }),
      role('E'),
      role('New'),
    ]
    const target = [
      role('A'),
      role('B', { description: 'theirs' }),
      role('C', { description: 't' }),
      role('D'),
      role('E'),
    ]
    expect(plan(source, target, base)).toEqual([
      ['Role/A', 'change', 0],
      ['Role/C', 'change', 1],
      ['Role/New', 'add', 0],
      ['Role/D', 'remove', 0],
    ])
  })

  test('marks what one side removed and the other changed, and leaves alone what both removed or made equal', () => {
    const base = [role('A'), role('B'), role('C'), role('D')]
    const source = [role('A', { description: 'x' }), role('D', { description: 'same' })]
    const target = [role('B', { description: 'y' }), role('D', { description: 'same' })]
    expect(plan(source, target, base)).toEqual([
      ['Role/A', 'add', 1],
      ['Role/B', 'remove', 1],
    ])
  })

  test('made in both with different content is a conflict; without a base nothing is, and nothing goes', () => {
    const [source, target] = [[role('A', { description: 'x' })], [role('A'), role('B')]]
    expect(plan(source, target, [])).toEqual([['Role/A', 'change', 1]])
    expect(plan(source, target)).toEqual([['Role/A', 'change', 0]])
  })

  test('follows a renamed entity by its rows, and a renamed field by its own', () => {
    const base = [entity('Deal', [field('f1', 'a'), field('f2', 'b')])]
    const source = [entity('Offer', [field('f1', 'a2'), field('f2', 'b')])]
    const [step] = planChanges(source, base, base, sameBy)
    expect(step).toMatchObject({ key: 'Entity/Offer', change: 'rename', from: 'Deal', conflict: false })
    expect(plan(base, base, source)).toEqual([])
  })

  test('gives rows the ids of the target where they are the same by name', () => {
    const target = [entity('Deal', [field('t1', 'a'), field('t2', 'b')])]
    expect(plan([entity('Deal', [field('s1', 'a'), field('s2', 'b')])], target)).toEqual([])
    const [step] = planChanges([entity('Deal', [field('s1', 'a'), field('s3', 'c')])], target, undefined, sameBy)
    expect(step?.after?.fields).toMatchObject([{ id: 't1' }, { id: 's3' }])
    const { id: _, ...nameless } = field('', 'a')
    expect(plan([entity('Deal', [nameless, field('t2', 'b')])], target)).toEqual([])
  })

  test('knows records of other ids by what makes them the same', () => {
    const text = (id: string, translated_text: string) =>
      makeItem('Translation', id, { source_text: 'Deal', language: 'he', translated_text })
    expect(plan([text('s', 'x')], [text('t', 'x')])).toEqual([])
    expect(plan([text('s', 'y')], [text('t', 'x')])).toEqual([['Translation/t', 'change', 0]])
    expect(plan([], [text('t', 'x')], [text('b', 'x')])).toEqual([['Translation/t', 'remove', 0]])
  })

  test('never removes settings or rules of the product', () => {
    const base = [makeItem('System Settings', 'System Settings', {}), makeItem('Entity Rules', 'User', {})]
    expect(plan([], base, base)).toEqual([])
  })
})

describe('needs', () => {
  const link = (id: string, name: string, options: string) => field(id, name, { fieldtype: 'Link', options })

  test('name what the target lacks, in circles too, and are taken along', () => {
    const a = entity('A', [link('1', 'b', 'B')], { permissions: [{ role: 'R' }] })
    const source = [a, entity('B', [link('2', 'a', 'A')]), role('R'), role('S')]
    const steps = planChanges(source, [], undefined, sameBy)
    const needs = new Map(steps.map((step) => [step.key, step.needs]))
    expect(Object.fromEntries(needs)).toEqual({
      'Entity/A': ['Entity/B', 'Role/R'],
      'Entity/B': ['Entity/A'],
      'Role/R': [],
      'Role/S': [],
    })
    const { picked, added } = withNeeds(['Entity/B'], needs)
    expect([[...picked].toSorted(), added]).toEqual([
      ['Entity/A', 'Entity/B', 'Role/R'],
      ['Entity/A', 'Role/R'],
    ])
  })

  test('a removal needs those that let go of it', () => {
    const base = [entity('A', [link('1', 'b', 'B')]), entity('B', [field('2', 'x')])]
    const steps = planChanges([entity('A', [field('1', 'b')])], base, base, sameBy)
    expect(steps.find(({ key }) => key === 'Entity/B')?.needs).toEqual(['Entity/A'])
  })
})

describe('generated states', () => {
  /** Applies a plan to the target as data, without its conflicts. */
  const applied = (target: DefinitionItem[], steps: ReturnType<typeof planChanges>) => {
    const items = new Map(target.map((item) => [`${item.kind}/${item.id}`, item]))
    for (const { kind, id, from, after, conflict } of steps) {
      if (conflict) continue
      items.delete(`${kind}/${from ?? id}`)
      if (after) items.set(`${kind}/${id}`, makeItem(kind, id, after))
    }
    return [...items.values()]
  }

  test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('converge after one promotion (%i)', (seed) => {
    let state = seed * 7919
    const next = (most: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % most
    }
    const change = (items: DefinitionItem[], mark: string) =>
      items.flatMap((item): DefinitionItem[] => {
        const dice = next(6)
        if (dice === 0) return []
        if (dice === 1) return [makeItem(item.kind, item.id, { ...item.value, description: `${mark}${next(3)}` })]
        if (dice === 2 && item.kind === 'Entity') return [makeItem('Entity', `${item.id}${mark}`, item.value)]
        return [item]
      })
    const base = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? role(`R${n}`) : entity(`E${n}`, [field(`f${n}`, 'a'), field(`g${n}`, 'b')]),
    )
    const [source, target] = [[...change(base, 's'), role(`New${next(3)}`)], change(base, 't')]
    const steps = planChanges(source, target, base, sameBy)
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
    // Once the source is the base, the plan proposes nothing more, conflicts aside.
    const after = applied(target, steps)
    expect(planChanges(source, after, source, sameBy)).toEqual([])
    const again = planChanges(source, after, base, sameBy).filter(({ conflict }) => !conflict)
    expect(again).toEqual([])
    // A target that nobody changed becomes the source.
    const same = applied(base, planChanges(source, base, base, sameBy))
    const texts = (items: DefinitionItem[]) => items.map((item) => JSON.stringify(item)).toSorted()
    expect(texts(same)).toEqual(texts(source))
  })
})
