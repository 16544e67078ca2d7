import type { Client } from '@tavla/client'
import { type EntityRecord, type NotificationKind, type NotificationMark, textOf } from '@tavla/contract'

/** The parts of the inbox (reference: screens, Inbox). */
export type InboxTab = 'me' | 'following' | 'later'

export type NoticeStatus = NotificationMark['status']

/** Something that the person was told. */
export interface InboxRow {
  id: string
  kind: NotificationKind
  status: NoticeStatus
  /** A sentence in the reader's language; '' for a reminder without a text. */
  text: string
  /** The record that it is about; null for a sum of several. */
  about: { entity: string; id: string; title: string } | null
  count: number
  /** Wall-clock texts. */
  at: string
  later_until: string | null
}

type Condition = readonly [field: string, op: string, value: unknown]

const kept: Condition = ['status', 'in', ['Unread', 'Read']]
const unread: Condition = ['status', '=', 'Unread']
const followed: Condition = ['kind', '=', 'Followed']
const forMe: Condition = ['kind', '!=', 'Followed']
const putOff: Condition = ['status', '=', 'Later']

const tabs: Readonly<
  Record<InboxTab, { filters: readonly Condition[]; counted: readonly Condition[]; order: string }>
> = {
  me: { filters: [kept, forMe], counted: [unread, forMe], order: 'at desc' },
  following: { filters: [kept, followed], counted: [unread, followed], order: 'at desc' },
  later: { filters: [putOff], counted: [putOff], order: 'later_until asc' },
}

const fields = ['kind', 'status', 'reference_entity', 'reference_id', 'title', 'text', 'count', 'at', 'later_until']

/** The first rows of a part, and the number of all. @throws ApiError */
export async function readRows({ entities }: Client, tab: InboxTab, size: number) {
  const { filters, order } = tabs[tab]
  const query = { filters, fields, order_by: order, limit_page_length: size }
  const { data, count } = await entities.list('Notification', query)
  return { rows: data.map(rowOf), count }
}

/** The numbers beside the parts: what is unread, and what was put off. @throws ApiError */
export async function readCounts({ entities }: Client): Promise<Record<InboxTab, number>> {
  const count = async (tab: InboxTab) => {
    const query = { filters: tabs[tab].counted, fields: ['id'], limit_page_length: 1 }
    return (await entities.list('Notification', query)).count
  }
  const [me, following, later] = await Promise.all([count('me'), count('following'), count('later')])
  return { me, following, later }
}

/** The ids of all that is unread. @throws ApiError */
export async function readUnread({ entities }: Client, pageSize: number): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = { limit_start: ids.length, limit_page_length: pageSize }
    const { data } = await entities.list('Notification', {
      filters: [unread],
      fields: ['id'],
      order_by: 'id asc',
      ...page,
    })
    ids.push(...data.map(({ id }) => id))
    if (data.length < pageSize) return ids
  }
}

function rowOf(row: EntityRecord): InboxRow {
  const [entity, id] = [textOf(row.reference_entity), textOf(row.reference_id)]
  return {
    id: row.id,
    kind: textOf(row.kind) as NotificationKind,
    status: textOf(row.status) as NoticeStatus,
    text: textOf(row.text),
    about: entity === '' ? null : { entity, id, title: textOf(row.title) || id },
    count: Number(row.count ?? 1),
    at: textOf(row.at),
    later_until: textOf(row.later_until) || null,
  }
}
