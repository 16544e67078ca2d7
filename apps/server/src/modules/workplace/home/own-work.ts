import { type EntityRecord, type HomePart, type ListQuery, textOf } from '@tavla/contract'
import { type Context, type Engine, listRecords } from '../../../entity/index.ts'
import { type Candidate, itemsOf, shownItems } from './items.ts'

/** The caller's open assignments, the most overdue first, and then those without a date. */
export async function assigned(engine: Engine, ctx: Context): Promise<HomePart> {
  const open = [
    ['user', '=', ctx.actor.user],
    ['status', '=', 'Open'],
  ]
  const fields = ['reference_entity', 'reference_id', 'description', 'due_date']
  const ask = (is: 'set' | 'not set', order_by: string) => {
    const filters = [...open, ['due_date', 'is', is]]
    return listRecords(engine, ctx, 'Assignment', { filters, fields, order_by, limit_page_length: shownItems })
  }
  const [dated, others] = await Promise.all([ask('set', 'due_date asc'), ask('not set', 'creation asc')])
  const first = [...dated.data, ...others.data].slice(0, shownItems)
  const items = first.map((one) => candidateOf(one, one.due_date, one.description))
  return { count: dated.count + others.count, items: await itemsOf(engine, ctx, items) }
}

/** The caller's reminders that wait, the next one first. */
export async function reminders(engine: Engine, ctx: Context): Promise<HomePart> {
  const query: ListQuery = {
    filters: [
      ['user', '=', ctx.actor.user],
      ['status', '=', 'Waiting'],
    ],
    fields: ['reference_entity', 'reference_id', 'text', 'remind_at'],
    order_by: 'remind_at asc',
    limit_page_length: shownItems,
  }
  const { data, count } = await listRecords(engine, ctx, 'Reminder', query)
  return {
    count,
    items: await itemsOf(
      engine,
      ctx,
      data.map((one) => candidateOf(one, one.remind_at, one.text)),
    ),
  }
}

function candidateOf(about: EntityRecord, at: EntityRecord[string], line: EntityRecord[string]): Candidate {
  const [entity, id] = [textOf(about.reference_entity), textOf(about.reference_id)]
  return { entity, id, at: textOf(at) || null, line: textOf(line) }
}
