import { invalid, textOf } from '@tavla/contract'
import type { Context } from '../../../entity/index.ts'
import { isoTextOf, utcText } from '../../../ground/utc-text.ts'
import { requireSeen } from '../callers.ts'
import type { Hq } from '../hq.ts'
import type { Supervisor } from '../supervisor.ts'
import { type FoundCall, findReference } from './find-reference.ts'
import { frameOf } from './log-values.ts'
import type { Frame } from './timeline-items.ts'
import { failuresInLogs, lineItem } from './timeline-lines.ts'
import { readMessages, recordItems } from './timeline-records.ts'

const maxItems = 500
/** Before and after the call of a reference, in milliseconds. */
const around = 600_000
const hourMillis = 3_600_000
const longest = 24

/** Answer of `GET /api/hq/timeline` (reference: hosting, Time line). @throws Problem 403, 404, 417 */
export async function readTimeline(
  hq: Hq,
  supervisor: Pick<Supervisor, 'runningSite'>,
  ctx: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<object> {
  const reference = textOf(query.reference).trim()
  const call = reference === '' ? undefined : await findReference(hq, ctx, reference)
  const project = call?.project ?? (await projectOf(hq, ctx, query))
  const frame = call ? frameAround(call) : wantedFrame(hq, query)
  const [records, messages, failures] = await Promise.all([
    recordItems(hq, ctx, project, frame, reference),
    readMessages(supervisor, project, frame),
    call ? { items: call.lines.map(lineItem), isComplete: call.isComplete } : failuresInLogs(hq, project, frame),
  ])
  const items = [...records, ...messages.items, ...failures.items].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  )
  const isComplete = messages.isComplete && failures.isComplete && items.length <= maxItems
  const { clock } = hq.site.engine
  const wall = (iso: string) => clock.toWall(utcText(Date.parse(iso)))
  return {
    project,
    at: call ? wall(call.at) : null,
    from: wall(frame.from),
    to: wall(frame.to),
    items: items.slice(0, maxItems).map((item) => ({ ...item, at: clock.toWall(item.at) })),
    complete: isComplete ? 1 : 0,
  }
}

/** @throws Problem 403, 404, 417 */
async function projectOf(hq: Hq, ctx: Context, query: Readonly<Record<string, unknown>>): Promise<string> {
  const project = textOf(query.project)
  if (project === '') throw invalid('{0} is required', ['reference'])
  await requireSeen(hq, ctx, [project])
  return project
}

function frameAround({ at }: FoundCall): Frame {
  const middle = Date.parse(at)
  return { from: isoAt(middle - around), to: isoAt(middle + around) }
}

/** The frame of the call, without one the last hour. @throws Problem 417 */
function wantedFrame({ site: { engine } }: Hq, query: Readonly<Record<string, unknown>>): Frame {
  const sent = frameOf(engine, query)
  const to = sent.to ?? isoTextOf(engine.clock.nowUtc().slice(0, 23))
  const from = sent.from ?? isoAt(Date.parse(to) - hourMillis)
  const millis = Date.parse(to) - Date.parse(from)
  if (millis < 0 || millis > longest * hourMillis) {
    const bounds = [0, longest * hourMillis].map((more) => engine.clock.toWall(utcText(Date.parse(from) + more)))
    throw invalid('{0} must be between {1} and {2}', ['to', ...bounds.map((bound) => bound.slice(0, 19))])
  }
  return { from, to }
}

const isoAt = (millis: number) => new Date(millis).toISOString()
