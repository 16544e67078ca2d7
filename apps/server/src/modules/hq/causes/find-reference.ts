import { notFound } from '@tavla/contract'
import type { Context } from '../../../entity/index.ts'
import { managesHq } from '../access/levels.ts'
import { seenProjects } from '../callers.ts'
import type { Hq } from '../hq.ts'
import { isCallLog, ownName, type ProjectHit, searchProjects } from './search-logs.ts'

/** A call that the logs of a project know. */
export interface FoundCall {
  project: string
  /** ISO text. */
  at: string
  /** Its lines, the newest first. */
  lines: readonly ProjectHit[]
  isComplete: boolean
}

/**
 * Looks for the call of a reference in the logs of all projects that the caller sees, and for System Managers in HQ's.
 * @throws Problem 404 when none knows it
 */
export async function findReference(hq: Hq, ctx: Context, reference: string): Promise<FoundCall> {
  const unknown = notFound({ text: 'Nothing is known of reference {0}.', args: [reference.slice(0, 64)] })
  if (!/^[\w-]{6,64}$/.test(reference)) throw unknown
  const places = [...(await seenProjects(hq, ctx)), ...(managesHq(ctx) ? [ownName] : [])]
  const found = await searchProjects(hq, places, { text: reference, limit: 200 })
  const isWhole = new RegExp(`(?<![\\w-])${reference}(?![\\w-])`, 'i')
  const lines = found.hits.filter(({ line, at }) => at !== '' && isWhole.test(line))
  // The call itself has a line of its own; other lines may only speak of it.
  const call = lines.find(({ file }) => isCallLog(file)) ?? lines.at(-1)
  if (!call) throw unknown
  return {
    project: call.project,
    at: call.at,
    lines: lines.filter(({ project }) => project === call.project),
    isComplete: found.complete && found.unreachable.length === 0,
  }
}
