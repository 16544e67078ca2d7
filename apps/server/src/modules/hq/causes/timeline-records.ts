import { textOf } from '@tavla/contract'
import { translate } from '@tavla/i18n'
import { type Context, find } from '../../../entity/index.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import { utcTextOf } from '../../../ground/utc-text.ts'
import { seenProjects } from '../callers.ts'
import type { Hq } from '../hq.ts'
import type { Supervisor } from '../supervisor.ts'
import { ownName } from './search-logs.ts'
import type { Frame, TimelineItem } from './timeline-items.ts'

/** Most records of one kind. */
const most = 500

/** The records of HQ about a project within the frame; about HQ itself, those of the call of `reference`. */
export async function recordItems(
  hq: Hq,
  ctx: Context,
  project: string,
  frame: Frame,
  reference: string,
): Promise<TimelineItem[]> {
  if (project === ownName) return actionItems(hq, { request_id: reference }, frame)
  const read = await Promise.all([
    eventItems(hq, ctx, project, frame),
    actionItems(hq, { ref_entity: 'Project', ref_id: project }, frame),
    promotionItems(hq, ctx, project, frame),
    backupItems(hq, ctx, project, frame),
  ])
  return read.flat()
}

/** The messages that failed at the site, which tells them while it runs. */
export async function readMessages(
  supervisor: Pick<Supervisor, 'runningSite'>,
  project: string,
  frame: Frame,
): Promise<{ items: TimelineItem[]; isComplete: boolean }> {
  if (project === ownName) return { items: [], isComplete: true }
  const failed = await supervisor
    .runningSite(project)
    ?.site.failedMessages(frame)
    .catch(() => undefined)
  const items = (failed ?? []).map(({ at, entity, error }): TimelineItem => {
    const tab = entity === 'Email Queue' ? 'email' : 'whatsapp'
    return { at, kind: 'message', title: entity, detail: error, link: `/project/${project}/${tab}` }
  })
  return { items, isComplete: failed !== undefined }
}

async function eventItems(hq: Hq, ctx: Context, project: string, frame: Frame): Promise<TimelineItem[]> {
  const fields = ['event', 'message', 'from_status', 'to_status', 'at'] as const
  const events = await find(hq.site.engine, 'Project Event', {
    where: { project, at: { above: utcTextOf(frame.from) } },
    fields,
    order: 'at',
    limit: most,
  })
  return within(frame, events, 'at').map(({ event, message, from_status, to_status, at }) => ({
    at: String(at),
    kind: 'event',
    title: String(event),
    detail: joined([
      [...new Set([from_status, to_status])]
        .filter(Boolean)
        .map((status) => statusWord(hq, ctx, status))
        .join(' → '),
      translateSentence(hq.site, message, ctx.language),
    ]),
    link: `/project/${project}/HQ_info`,
  }))
}

/** Changes by people at HQ, with their reasons. HQ's own work belongs to no call. */
async function actionItems(hq: Hq, about: Record<string, string>, frame: Frame): Promise<TimelineItem[]> {
  const fields = ['action', 'user', 'data', 'at', 'ref_entity', 'ref_id'] as const
  const versions = await find(hq.site.engine, 'Version', {
    where: { ...about, request_id: { not: null }, at: { above: utcTextOf(frame.from) } },
    fields,
    order: 'at',
    limit: most,
  })
  return within(frame, versions, 'at').map(({ id, action, user, data, at, ref_entity, ref_id }) => {
    const { action: name, reason, changed } = readData(data)
    // Of a new record it would be every field.
    const names = (Array.isArray(changed) && action !== 'Created' ? changed : []).map((one) =>
      Array.isArray(one) ? textOf(one[0]) : '',
    )
    const what = 'ref_id' in about ? '' : `${textOf(ref_entity)} ${textOf(ref_id)}`
    const detail = joined([textOf(user), what, names.join(', '), textOf(reason)])
    return { at: String(at), kind: 'action', title: textOf(name) || String(action), detail, link: `/audit/${id}` }
  })
}

async function promotionItems(hq: Hq, ctx: Context, project: string, frame: Frame): Promise<TimelineItem[]> {
  const fields = ['title', 'status', 'source', 'target', 'error', 'modified'] as const
  const found = await Promise.all(
    (['source', 'target'] as const).map((side) =>
      find(hq.site.engine, 'Promotion', {
        where: { [side]: project, modified: { above: utcTextOf(frame.from) } },
        fields,
        order: 'modified',
        limit: most,
      }),
    ),
  )
  // A promotion is hidden from those to whom its other project is.
  const seen = new Set(await seenProjects(hq, ctx))
  const isSeen = (side: unknown) => textOf(side) === '' || seen.has(textOf(side))
  const shown = found.flat().filter(({ source, target }) => isSeen(source) && isSeen(target))
  return within(frame, shown, 'modified').map(({ id, title, status, source, target, error, modified }) => ({
    at: String(modified),
    kind: 'promotion',
    title: textOf(title),
    detail: joined([
      statusWord(hq, ctx, status),
      `${textOf(source)} → ${textOf(target)}`,
      translateSentence(hq.site, error, ctx.language),
    ]),
    link: `/project/${project}/promote/${id}`,
  }))
}

async function backupItems(hq: Hq, ctx: Context, project: string, frame: Frame): Promise<TimelineItem[]> {
  const found = await find(hq.site.engine, 'Backup', {
    where: { project, taken_at: { above: utcTextOf(frame.from) } },
    fields: ['type', 'status', 'error', 'taken_at'],
    order: 'taken_at',
    limit: most,
  })
  return within(frame, found, 'taken_at').map(({ id, type, status, error, taken_at }) => ({
    at: String(taken_at),
    kind: 'backup',
    title: 'Backup',
    detail: joined([
      statusWord(hq, ctx, type),
      statusWord(hq, ctx, status),
      translateSentence(hq.site, error, ctx.language),
    ]),
    link: `/project/${project}/backups/${id}`,
  }))
}

/** A status in the caller's language. */
const statusWord = ({ site }: Hq, { language }: Context, status: unknown): string =>
  translate(site.translations.dictionaryNow(language), textOf(status), undefined, language, 'status')

/** The rows of the frame; the query left out the ones before it. */
function within<Row>({ to }: Frame, rows: readonly Row[], field: keyof Row): Row[] {
  const last = `${utcTextOf(to)}~`
  return rows.filter((row) => String(row[field]) <= last)
}

const joined = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null && part !== '').join(' · ') || null

function readData(data: unknown): Record<string, unknown> {
  try {
    return (JSON.parse(textOf(data)) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
